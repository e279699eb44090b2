"""Which clause is held by which code and proved by which test.  Reads the project as text."""

"""Pages and the small HTTP interface of each face."""

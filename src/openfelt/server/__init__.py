"""The server: two faces, one feed, sign-in, configuration."""

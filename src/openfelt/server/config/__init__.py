"""floor.toml: read, checked, and compared with the floor."""

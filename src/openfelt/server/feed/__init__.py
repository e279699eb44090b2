"""The feed: frames in and out, topics and their rhythm, and the transports below."""

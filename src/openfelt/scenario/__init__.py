"""Transcripts: stories of the floor that an inspector can read and a machine can run."""

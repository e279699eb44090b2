"""The keys of each way of playing: a new one adds its file and its line in `whole`."""

"""Benchmarks: each measured five times, best and worst, against a baseline in the same run."""

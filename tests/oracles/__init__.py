"""The same answers computed another way: definitions written out, brute force, other planners."""

"""What tests of several rooms use: processes, the command line, tasks, samples, reference data."""

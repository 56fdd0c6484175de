"""The protocol of the planning competitions' server, mdpsim: both sides of it (docs/ippc.md).

`server.py` and `client.py` are the doors; nothing is imported here, so that the command line may
ask `setting.py` for its defaults and stays instant.
"""

"""`python -m corrigenda`."""

from corrigenda.cli import run

if __name__ == "__main__":
    run()

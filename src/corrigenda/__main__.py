"""`python -m corrigenda`."""

import sys

from corrigenda.cli import main

sys.exit(main())

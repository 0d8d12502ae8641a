import sys

import httpx

from heldbytes_tap import Tap

url, act = sys.argv[1], lambda event: None
RECIPE

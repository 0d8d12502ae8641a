import sys

import requests

from heldbytes_tap import Tap

url, act = sys.argv[1], lambda event: None
RECIPE

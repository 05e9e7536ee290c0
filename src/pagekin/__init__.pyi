from pagekin.api import Crawler as Crawler
from pagekin.api import learn as learn
from pagekin.api import learn_async as learn_async
from pagekin.api import load as load
from pagekin.api import pages as pages
from pagekin.version import __version__ as __version__

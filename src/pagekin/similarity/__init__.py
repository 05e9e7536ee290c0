"""How similar the structures of two pages are, and which pages of a site belong together."""

from pagekin.similarity.rtdm import Distance, rtdm
from pagekin.similarity.rtdm_similarity import RTDMSim, Similarity, SimilaritySettings
from pagekin.similarity.tree_store import TreeStore

__all__ = ["Distance", "RTDMSim", "Similarity", "SimilaritySettings", "TreeStore", "rtdm"]

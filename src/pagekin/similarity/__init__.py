"""How similar the structures of two pages are."""

from pagekin.similarity.rtdm import Distance, rtdm
from pagekin.similarity.structure import RTDMSim, Similarity, SimilaritySettings
from pagekin.similarity.trees import TreeStore

__all__ = ["Distance", "RTDMSim", "Similarity", "SimilaritySettings", "TreeStore", "rtdm"]

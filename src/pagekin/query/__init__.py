"""The query language: what people ask of crawls, from its grammar to SQL, and questions about links."""

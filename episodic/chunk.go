package episodic

// Chunks cuts one revision of an episode into chunks. It is a pure function.
func Chunks(s Stored) EpisodeChunks { return EpisodeChunks{} }

-- record_vector: Records a vector of a chunk.
-- params: number, vector
-- returns: nothing
INSERT INTO index_vector (number, vector) VALUES ($number, $vector)

// 016_model_part_unique: The parts of a model by number, so that none is there twice.
// params: none
// returns: nothing
CREATE CONSTRAINT model_part_unique IF NOT EXISTS
FOR (m:ModelPart) REQUIRE (m.project, m.fingerprint, m.number) IS UNIQUE

// 045_execution_event_id_unique: What workflows report while they run, by project and id, so that nothing is there twice.
// params: none
// returns: nothing
CREATE CONSTRAINT execution_event_id_unique IF NOT EXISTS
FOR (e:ExecutionEvent) REQUIRE (e.project, e.id) IS UNIQUE

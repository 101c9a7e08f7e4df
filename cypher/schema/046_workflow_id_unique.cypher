// 046_workflow_id_unique: Workflows by project and id, so that nothing is there twice.
// params: none
// returns: nothing
CREATE CONSTRAINT workflow_id_unique IF NOT EXISTS
FOR (w:Workflow) REQUIRE (w.project, w.id) IS UNIQUE

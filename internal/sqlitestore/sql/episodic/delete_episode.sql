-- delete_episode: Hides an episode from every read; its revisions stay.
-- params: number, now
-- returns: nothing
UPDATE episode SET present = 0, deleted_at = $now, index_due = $now, index_attempts = 0
WHERE number = $number

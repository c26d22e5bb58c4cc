-- SPDX-License-Identifier: MIT
-- What should not be in a ledger: a problem, and the question that finds it. What each of its rows means stands in the
-- comment, with the row's first column behind it. Of entries only those in words of a record are looked at here
-- (text GLOB …); of others the replay says what is wrong.

-- damaged
SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok';

-- refers to a row that is not there
SELECT "table" || ' row ' || coalesce(rowid, '?') || ' to ' || parent FROM pragma_foreign_key_check;

-- letter without an outcome that waits for none
SELECT id FROM letter WHERE id NOT IN (SELECT letter FROM outcome) AND id NOT IN (SELECT letter
FROM waiting);

-- letter with an outcome that still waits
SELECT letter FROM waiting WHERE letter IN (SELECT letter FROM outcome);

-- letter whose raw bytes are missing, but not their key
SELECT l.id FROM letter l LEFT JOIN letter_raw r ON r.letter = l.id WHERE r.letter IS NULL
AND NOT EXISTS (SELECT 1 FROM keyring WHERE kind = 'month' AND wrapped IS NULL);

-- letter out without a recipient
SELECT id FROM letter_out o WHERE kind <> 'section' AND NOT EXISTS (SELECT 1 FROM delivery d
WHERE d.id BETWEEN o.id * 256 AND o.id * 256 + 255);

-- composed bytes of a letter that waits for nobody
SELECT out FROM composed c WHERE NOT EXISTS (SELECT 1 FROM delivery d WHERE d.id BETWEEN c.out * 256
AND c.out * 256 + 255 AND d.state = 'waiting');

-- game without its genesis
SELECT id FROM game WHERE NOT EXISTS (SELECT 1 FROM entry WHERE game = game.id);

-- game whose number leaves a gap
SELECT id FROM game g WHERE id > (SELECT min(id) FROM game) AND NOT EXISTS (SELECT 1 FROM game
WHERE id = g.id - 1) AND NOT EXISTS (SELECT 1 FROM lost_game WHERE game = g.id - 1);

-- game whose derived rows are missing (rebuild)
SELECT id FROM game WHERE id NOT IN (SELECT game FROM game_now);

-- game whose head is not its newest entry (rebuild)
SELECT w.game FROM game_now w WHERE NOT EXISTS (SELECT 1 FROM entry e WHERE e.game = w.game
AND e.n = w.n AND e.hash = w.hash AND e.at_s = w.at_s) OR EXISTS (SELECT 1 FROM entry e
WHERE e.game = w.game AND e.n > w.n);

-- open decision of a game that is not there (rebuild)
SELECT DISTINCT game FROM decision WHERE game NOT IN (SELECT id FROM game);

-- entry whose time is not that of its text
SELECT game || ' ' || n FROM entry WHERE n > 0 AND text GLOB '2*-*-*T*:*:*Z *'
AND strftime('%s', substr(text, 1, 20)) IS NOT CAST(at_s AS TEXT);

-- entry whose kind is not that of its text
SELECT game || ' ' || n FROM entry WHERE n > 0 AND text GLOB '2*-*-*T*:*:*Z *'
AND instr(substr(text, 22) || ' ', ' ' || kind || ' ') = 0;

-- entry whose seat is not that of its text
SELECT game || ' ' || n FROM entry WHERE n > 0 AND text GLOB '2*-*-*T*:*:*Z *' AND
CASE WHEN substr(text, 22, 5) = 'seat/' THEN substr(text, 27, 1) ELSE '0' END <> CAST(seat AS TEXT);

-- entry by a letter that it does not seal
SELECT game || ' ' || n FROM entry WHERE letter IS NULL AND instr(text, ' letter=[letter/') > 0
AND NOT EXISTS (SELECT 1 FROM recovered r WHERE r.game = entry.game AND entry.n BETWEEN r.from_n
AND r.to_n);

-- seal that its entry does not name
SELECT s.game || ' ' || s.n || ' ' || s.name FROM seal s JOIN entry e USING (game, n)
WHERE e.text GLOB '2*-*-*T*:*:*Z *' AND instr(e.text, '[' || s.name || ']') = 0;

-- game that is not as its genesis says
SELECT g.id FROM game g JOIN entry e ON e.game = g.id AND e.n = 0
WHERE e.text GLOB 'postern-genesis *'
AND (instr(e.text, char(10) || 'game=' || g.engine || char(10)) = 0
OR instr(e.text, char(10) || 'rules=' || g.version || char(10)) = 0
OR instr(e.text, char(10) || 'options=' || g.options || char(10)) = 0
OR instr(e.text, char(10) || 'number=' || g.id || char(10)) = 0
OR instr(e.text, char(10) || 'started=' || strftime('%Y-%m-%dT%H:%M:%SZ', g.made_s, 'unixepoch') || char(10)) = 0);

-- who sits where is not as the log says (rebuild)
SELECT w.game || ' ' || w.seat FROM seat_now w WHERE NOT EXISTS (SELECT 1 FROM seat s
WHERE s.game = w.game AND s.seat = w.seat AND s.n = w.n AND s.player IS w.player
AND NOT EXISTS (SELECT 1 FROM seat t WHERE t.game = s.game AND t.seat = s.seat AND t.n > s.n));

-- letter in the wrong month's keeping
SELECT r.letter FROM letter_raw r JOIN keyring k ON k.id = r.key_id WHERE k.kind <> 'month';

-- letter that came after it was taken
SELECT id FROM letter WHERE arrived_s > taken_s + 86400;

-- repeat of a letter that is none
SELECT id FROM letter l WHERE repeat_of IS NOT NULL AND NOT EXISTS (SELECT 1 FROM letter f
WHERE f.id = l.repeat_of);

-- change of an address before it was there
SELECT c.id FROM address_change c JOIN address a ON a.id = c.address WHERE c.at_s < a.at_s;

-- letter out to a seat that its game does not have
SELECT o.id FROM letter_out o WHERE o.game IS NOT NULL AND o.n IS NOT NULL AND NOT EXISTS (SELECT 1
FROM entry e WHERE e.game = o.game AND e.n = o.n);

-- seal opened before it was logged
SELECT o.game || ' ' || o.name FROM opening o JOIN seal s ON s.game = o.game AND s.name = o.name
AND s.again = o.again WHERE s.n > o.n;

-- SPDX-License-Identifier: MIT
-- Postern's ledger. Its first schema number is 100; no release had an earlier one.
--
-- Three kinds of table: FACTS are insert-only (triggers at the end); DERIVED tables can be made
-- again from the facts by `postern rebuild`; WORK tables may change.
-- Units: *_s = seconds since 1970-01-01T00:00:00Z. *box = bytes of a ciphertext bound to its row
-- (doc/schema.md). Hashes are 32 bytes. Seats: 0 = the table, 255 = watchers.
-- What refers to a letter, player or entry may be NULL where the comment says so; 0 is no id.

-- ============================================================================ FACTS: people

-- A person, or a house seat (administrator, bot). No personal data in clear.
CREATE TABLE player (
    id     INTEGER PRIMARY KEY CHECK (id > 0),
    made_s INTEGER NOT NULL CHECK (made_s >= 0),      -- s
    box    BLOB NOT NULL CHECK (length(box) > 0)      -- bytes; under the player's key
) STRICT;

-- Later changes of a person's data; the newest of a kind counts.
CREATE TABLE player_change (
    id     INTEGER PRIMARY KEY CHECK (id > 0),
    player INTEGER NOT NULL REFERENCES player (id),
    at_s   INTEGER NOT NULL CHECK (at_s >= 0),        -- s
    kind   TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 63), -- "name", "language", "vacation"
    box    BLOB NOT NULL CHECK (length(box) > 0)      -- bytes; under the player's key
) STRICT;
CREATE INDEX player_change_player ON player_change (player);

-- A mail address or forum account of a person.
CREATE TABLE address (
    id     INTEGER PRIMARY KEY CHECK (id > 0),
    player INTEGER NOT NULL REFERENCES player (id),
    at_s   INTEGER NOT NULL CHECK (at_s >= 0),        -- s; added
    box    BLOB NOT NULL CHECK (length(box) > 0)      -- bytes; under the player's key
) STRICT;
CREATE INDEX address_player ON address (player);

-- Confirmed by a letter to it, or given up. The newest row of an address counts; without one it
-- is new.
CREATE TABLE address_change (
    id      INTEGER PRIMARY KEY,
    address INTEGER NOT NULL REFERENCES address (id),
    at_s    INTEGER NOT NULL CHECK (at_s >= 0),       -- s
    state   TEXT NOT NULL CHECK (state IN ('confirmed', 'dropped'))
) STRICT;
CREATE INDEX address_change_address ON address_change (address);

-- ============================================================================ FACTS: letters in

-- A letter as it came in. Its raw bytes are in letter_raw, its outcome in outcome.
CREATE TABLE letter (
    id          INTEGER PRIMARY KEY CHECK (id > 0),
    source      TEXT NOT NULL CHECK (length(source) BETWEEN 1 AND 63),       -- inbox
    source_id   TEXT NOT NULL CHECK (length(source_id) BETWEEN 1 AND 250),   -- unique in the inbox
    message_key BLOB NOT NULL CHECK (length(message_key) = 32), -- keyed hash of the Message-ID
    repeat_of   INTEGER REFERENCES letter (id) CHECK (repeat_of < id),
                                   -- letter that first brought this Message-ID; NULL = this one
    arrived_s   INTEGER NOT NULL CHECK (arrived_s >= 0),  -- s; stamp of our own mail system
    taken_s     INTEGER NOT NULL CHECK (taken_s >= 0)     -- s; stored here
) STRICT;

-- One place in an inbox is taken in once, one Message-ID has one first letter.
CREATE UNIQUE INDEX letter_source ON letter (source, source_id);
CREATE UNIQUE INDEX letter_first ON letter (message_key) WHERE repeat_of IS NULL;

-- The raw bytes. The only fact that may be deleted, and only when its key was forgotten: it is
-- noise then (trigger letter_raw_kept).
CREATE TABLE letter_raw (
    letter INTEGER PRIMARY KEY REFERENCES letter (id),
    key_id INTEGER NOT NULL,                          -- row of keyring, a month
    box    BLOB NOT NULL CHECK (length(box) > 0)      -- bytes
) STRICT;

-- ============================================================================ FACTS: games

-- A game. Its genesis text is entry 0.
CREATE TABLE game (
    id         INTEGER PRIMARY KEY CHECK (id > 0),    -- gapless from 1 (trigger game_gapless)
    made_s     INTEGER NOT NULL CHECK (made_s >= 0),  -- s
    engine     TEXT NOT NULL CHECK (length(engine) BETWEEN 1 AND 63),   -- "dungeon_twister"
    version    TEXT NOT NULL CHECK (length(version) BETWEEN 1 AND 63),  -- rules version
    options    TEXT NOT NULL CHECK (length(options) <= 4096),           -- canonical
    secret_box BLOB NOT NULL CHECK (length(secret_box) > 0)             -- bytes; S of the genesis
) STRICT;

-- The chain of a game: public, canonical text that reads like a game record.
CREATE TABLE entry (
    game   INTEGER NOT NULL REFERENCES game (id),
    n      INTEGER NOT NULL CHECK (n >= 0),           -- 0 = genesis; without gaps
    at_s   INTEGER NOT NULL CHECK (at_s >= 0),        -- s; never before that of entry n-1
    seat   INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 254),
    letter INTEGER REFERENCES letter (id),            -- that caused it; NULL = no letter did
    kind   TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 63),
    text   TEXT NOT NULL CHECK (length(CAST(text AS BLOB)) <= 65536),   -- bytes of UTF-8
    hash   BLOB NOT NULL CHECK (length(hash) = 32),   -- En
    PRIMARY KEY (game, n)
) STRICT, WITHOUT ROWID;

-- Undos are few and looked for often.
CREATE INDEX entry_undo ON entry (game, n) WHERE kind = 'undo';
-- Was a seat of a game ever lent? Asked of each game that is rated.
CREATE INDEX entry_agree ON entry (game, n) WHERE kind = 'agree';

-- Commitments C1…Cm of an entry, in their order. A seal's name may be used again once the entry
-- that logged it was undone: `again` counts the undone seals of that name before this one.
CREATE TABLE seal (
    game       INTEGER NOT NULL,
    n          INTEGER NOT NULL,                      -- entry that logged it
    place      INTEGER NOT NULL CHECK (place >= 0),   -- 0 = C1
    name       TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 127),    -- "combat/17/2"
    seat       INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 254),         -- owner
    commitment BLOB NOT NULL CHECK (length(commitment) = 32),
    box        BLOB CHECK (length(box) > 0),          -- bytes; payload and nonce; NULL = held by
                                                      -- the player
    again      INTEGER NOT NULL DEFAULT 0 CHECK (again >= 0),
    PRIMARY KEY (game, n, place),
    FOREIGN KEY (game, n) REFERENCES entry (game, n)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX seal_name ON seal (game, name, again);

-- A seal opened by an entry; once at most, but for openings whose entries were undone: `times`
-- counts these.
CREATE TABLE opening (
    game  INTEGER NOT NULL,
    n     INTEGER NOT NULL,                           -- entry that opened it
    place INTEGER NOT NULL CHECK (place >= 0),
    name  TEXT NOT NULL,
    again INTEGER NOT NULL CHECK (again >= 0),        -- of the seal
    times INTEGER NOT NULL CHECK (times >= 0),
    box   BLOB CHECK (length(box) > 0),               -- bytes; payload and nonce; NULL = those
                                                      -- of the seal's own box
    PRIMARY KEY (game, n, place),
    FOREIGN KEY (game, n) REFERENCES entry (game, n),
    FOREIGN KEY (game, name, again) REFERENCES seal (game, name, again)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX opening_name ON opening (game, name, again, times);

-- Who took a seat, with which entry; the newest row of a seat counts.
CREATE TABLE seat (
    game   INTEGER NOT NULL,
    n      INTEGER NOT NULL,
    seat   INTEGER NOT NULL CHECK (seat BETWEEN 1 AND 254),
    player INTEGER REFERENCES player (id),            -- NULL = the seat became empty
    PRIMARY KEY (game, seat, n),
    FOREIGN KEY (game, n) REFERENCES entry (game, n)
) STRICT, WITHOUT ROWID;

-- What became of a letter: exactly one row for each letter. A list of names in a CHECK is built
-- anew for every row that is written, which is slow: here they are compared one by one.
CREATE TABLE outcome (
    letter INTEGER PRIMARY KEY REFERENCES letter (id),
    at_s   INTEGER NOT NULL CHECK (at_s >= 0),        -- s
    kind   TEXT NOT NULL CHECK (kind = 'accepted' OR kind = 'part' OR kind = 'rejected'
                                OR kind = 'asked' OR kind = 'answered' OR kind = 'repeat'
                                OR kind = 'ignored' OR kind = 'set aside'),
    reason TEXT NOT NULL CHECK (length(reason) <= 63),   -- key; '' = none
    player INTEGER REFERENCES player (id),            -- NULL = nobody we know
    game   INTEGER REFERENCES game (id),              -- NULL = none
    seat   INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 255)
) STRICT;

-- A backup that is restored may be older than games made since. Their numbers are in letters and
-- under signatures, so they are never given again, and the next game gets the number after them.
--
-- A game that was made once and is not in this ledger.
CREATE TABLE lost_game (
    game INTEGER PRIMARY KEY CHECK (game > 0),
    at_s INTEGER NOT NULL CHECK (at_s >= 0),          -- s; when that was found
    n    INTEGER NOT NULL CHECK (n >= -1)             -- newest entry that was signed; -1 = none
) STRICT;
CREATE TRIGGER lost_game_fixed BEFORE UPDATE ON lost_game
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER lost_game_kept BEFORE DELETE ON lost_game
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER lost_game_is_none_here BEFORE INSERT ON lost_game
    WHEN EXISTS (SELECT 1 FROM game WHERE id >= NEW.game)
BEGIN SELECT RAISE(ABORT, 'a game of this ledger is not lost'); END;

-- Entries that a restored ledger had lost and got back from players' letters: the letters that
-- caused them may be gone.
CREATE TABLE recovered (
    game   INTEGER NOT NULL REFERENCES game (id),
    from_n INTEGER NOT NULL CHECK (from_n > 0),       -- first and
    to_n   INTEGER NOT NULL CHECK (to_n >= from_n),   -- last entry that was put back
    at_s   INTEGER NOT NULL CHECK (at_s >= 0),        -- s; when
    PRIMARY KEY (game, from_n)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER recovered_fixed BEFORE UPDATE ON recovered
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER recovered_kept BEFORE DELETE ON recovered
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;

-- ============================================================================ FACTS: tournaments

-- A tournament. Its genesis text is entry 0.
CREATE TABLE tournament (
    id         INTEGER PRIMARY KEY CHECK (id > 0),
    made_s     INTEGER NOT NULL CHECK (made_s >= 0),  -- s
    secret_box BLOB NOT NULL CHECK (length(secret_box) > 0)             -- bytes; S of the genesis
) STRICT;

-- The number of a tournament that was signed, and that a restored ledger lacks, is not given again.
CREATE TRIGGER tournament_gapless BEFORE INSERT ON tournament
    WHEN NEW.id <= (SELECT coalesce(max(id), 0) FROM tournament)
BEGIN SELECT RAISE(ABORT, 'numbers of tournaments grow'); END;

-- The chain of its log: public text that names nobody.
CREATE TABLE tournament_entry (
    tournament INTEGER NOT NULL REFERENCES tournament (id),
    n          INTEGER NOT NULL CHECK (n >= 0),       -- 0 = genesis; without gaps
    at_s       INTEGER NOT NULL CHECK (at_s >= 0),    -- s; never before that of entry n-1
    text       TEXT NOT NULL CHECK (length(CAST(text AS BLOB)) <= 65536),
    commitment BLOB CHECK (length(commitment) = 32),  -- C of the name that it seals; NULL = none
    hash       BLOB NOT NULL CHECK (length(hash) = 32),                 -- En
    PRIMARY KEY (tournament, n)
) STRICT, WITHOUT ROWID;

-- An entry that declares others lost skips their numbers.
CREATE TRIGGER tournament_entry_gapless BEFORE INSERT ON tournament_entry
    WHEN NEW.n < (SELECT coalesce(max(n), -1) + 1 FROM tournament_entry WHERE tournament = NEW.tournament)
      OR (NEW.n > (SELECT coalesce(max(n), -1) + 1 FROM tournament_entry WHERE tournament = NEW.tournament)
          AND substr(NEW.text, 21, 6) <> ' lost ')
      OR NEW.at_s < (SELECT coalesce(max(at_s), 0) FROM tournament_entry WHERE tournament = NEW.tournament)
BEGIN SELECT RAISE(ABORT, 'the log of a tournament has no gaps but those that it declares'); END;

-- Who an entrant is, with the entry that let him in.
CREATE TABLE tournament_entrant (
    tournament INTEGER NOT NULL REFERENCES tournament (id),
    entrant INTEGER NOT NULL CHECK (entrant BETWEEN 1 AND 1024),
    player  INTEGER NOT NULL REFERENCES player (id),
    n       INTEGER NOT NULL CHECK (n > 0),
    box     BLOB NOT NULL CHECK (length(box) > 0),    -- bytes; nonce, name, LF, words; under his key
    PRIMARY KEY (tournament, entrant)
) STRICT, WITHOUT ROWID;
CREATE INDEX tournament_entrant_player ON tournament_entrant (player, tournament);
CREATE TRIGGER tournament_fixed BEFORE UPDATE ON tournament
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER tournament_kept BEFORE DELETE ON tournament
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER tournament_entry_fixed BEFORE UPDATE ON tournament_entry
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER tournament_entry_kept BEFORE DELETE ON tournament_entry
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER tournament_entrant_fixed BEFORE UPDATE ON tournament_entrant
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER tournament_entrant_kept BEFORE DELETE ON tournament_entrant
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;

-- ============================================================================ FACTS: letters out

-- A letter to be composed and sent: values now, bytes at the first try (composed).
CREATE TABLE letter_out (
    id         INTEGER PRIMARY KEY CHECK (id > 0),
    made_s     INTEGER NOT NULL CHECK (made_s >= 0),  -- s
    kind       TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 63),
    message_id TEXT NOT NULL CHECK (length(message_id) BETWEEN 1 AND 250), -- same in every try
    game       INTEGER REFERENCES game (id),          -- NULL = about no game
    seat       INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 255),
    n          INTEGER CHECK (n IS NULL OR (n >= 0 AND game IS NOT NULL)), -- newest entry told; NULL = none
    reply_to   INTEGER REFERENCES letter (id),        -- NULL = answers no letter
    form       TEXT NOT NULL CHECK (length(form) <= 63), -- versions of template and drawing
    values_box BLOB NOT NULL CHECK (length(values_box) > 0)                 -- bytes
) STRICT;
CREATE UNIQUE INDEX letter_out_message ON letter_out (message_id);

-- ============================================================================ DERIVED

-- How a game stands: newest entry and status.
CREATE TABLE game_now (
    game   INTEGER PRIMARY KEY REFERENCES game (id),
    n      INTEGER NOT NULL CHECK (n >= -1),          -- head; -1 = no entry yet
    at_s   INTEGER NOT NULL CHECK (at_s >= 0),        -- s; of the head
    hash   BLOB NOT NULL CHECK (length(hash) = 32),   -- En of the head; zeros without one
    status TEXT NOT NULL DEFAULT 'forming'
           CHECK (status IN ('forming', 'running', 'paused', 'over')),
    result TEXT NOT NULL DEFAULT '' CHECK (length(result) <= 255)           -- key
) STRICT;

-- Who sits where.
CREATE TABLE seat_now (
    game   INTEGER NOT NULL,
    seat   INTEGER NOT NULL,
    player INTEGER,                                   -- NULL = empty
    n      INTEGER NOT NULL,                          -- entry that seated him
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seat_now_player ON seat_now (player, game) WHERE player IS NOT NULL;

-- The newest entry each seat was told of.
CREATE TABLE shown (
    game INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    n    INTEGER NOT NULL,
    out  INTEGER NOT NULL,                            -- letter_out that told it
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

-- Open decisions.
CREATE TABLE decision (
    game       INTEGER NOT NULL,
    decision   INTEGER NOT NULL,                      -- the game's number of the question
    seat       INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 254),
    clock      INTEGER NOT NULL,                      -- those that share an allowance
    time_class INTEGER NOT NULL CHECK (time_class BETWEEN 0 AND 63),
    opened_n   INTEGER NOT NULL CHECK (opened_n >= 0),
    opened_s   INTEGER NOT NULL CHECK (opened_s >= 0),   -- s
    due_s      INTEGER CHECK (due_s >= 0),            -- s; NULL = no deadline
    left_s     INTEGER CHECK (left_s >= 0),           -- seconds of allowance when it was opened;
                                                      -- NULL = no clock
    PRIMARY KEY (game, decision)
) STRICT, WITHOUT ROWID;
CREATE INDEX decision_due ON decision (due_s) WHERE due_s IS NOT NULL;

-- From a keyed hash of an address or a name to its player.
CREATE TABLE lookup (
    kind    TEXT NOT NULL CHECK (kind IN ('address', 'name')),
    hash    BLOB NOT NULL CHECK (length(hash) = 32),
    player  INTEGER NOT NULL,
    address INTEGER,                                  -- NULL for names
    PRIMARY KEY (kind, hash)
) STRICT, WITHOUT ROWID;

-- ============================================================================ WORK

-- Keys of boxes, each wrapped by the key file. A forgotten key keeps its row, without the key.
CREATE TABLE keyring (
    id      INTEGER PRIMARY KEY CHECK (id > 0),
    kind    TEXT NOT NULL CHECK (kind IN ('game', 'player', 'month', 'box', 'sign', 'token')),
    subject INTEGER NOT NULL,                         -- game, player, months since 1970-01, or count
    made_s  INTEGER NOT NULL CHECK (made_s >= 0),     -- s
    wrapped BLOB CHECK (length(wrapped) > 0)          -- bytes; NULL = forgotten
) STRICT;
CREATE UNIQUE INDEX keyring_subject ON keyring (kind, subject);
CREATE TRIGGER keyring_forgotten BEFORE UPDATE ON keyring
    WHEN OLD.wrapped IS NULL OR OLD.id <> NEW.id
BEGIN SELECT RAISE(ABORT, 'a forgotten key stays forgotten'); END;
CREATE TRIGGER keyring_kept BEFORE DELETE ON keyring
BEGIN SELECT RAISE(ABORT, 'key rows are emptied, not deleted'); END;

-- One letter out for one recipient. Who gets it is fixed, how far it got is not.
CREATE TABLE delivery (
    id      INTEGER PRIMARY KEY CHECK (id = out * 256 + place),
    out     INTEGER NOT NULL REFERENCES letter_out (id),
    place   INTEGER NOT NULL CHECK (place BETWEEN 0 AND 255),
    channel TEXT NOT NULL CHECK (length(channel) BETWEEN 1 AND 63),  -- transport
    address INTEGER REFERENCES address (id),          -- NULL = see box
    box     BLOB CHECK (length(box) > 0),             -- bytes; a stranger, a forum's place
    state   TEXT NOT NULL DEFAULT 'waiting'
            CHECK (state = 'waiting' OR state = 'sent' OR state = 'refused' OR state = 'given up'
                   OR state = 'cancelled'),
    tries   INTEGER NOT NULL DEFAULT 0 CHECK (tries >= 0),
    due_s   INTEGER NOT NULL CHECK (due_s >= 0),      -- s; next try not before
    ended_s INTEGER CHECK ((ended_s IS NULL) = (state = 'waiting')),    -- s
    note    TEXT NOT NULL DEFAULT '' CHECK (length(note) <= 255),
                                                      -- last answer of the other side
    CHECK ((address IS NULL) <> (box IS NULL))
) STRICT;
CREATE INDEX delivery_due ON delivery (due_s) WHERE state = 'waiting';
CREATE TRIGGER delivery_final BEFORE UPDATE ON delivery
    WHEN OLD.state <> 'waiting' OR OLD.id <> NEW.id OR OLD.channel <> NEW.channel
      OR OLD.address IS NOT NEW.address OR OLD.box IS NOT NEW.box
BEGIN SELECT RAISE(ABORT, 'a recipient and a final state stay as they are'); END;
CREATE TRIGGER delivery_kept BEFORE DELETE ON delivery
BEGIN SELECT RAISE(ABORT, 'deliveries are kept'); END;

-- The bytes of a letter out, from the first try until every recipient is final.
CREATE TABLE composed (
    out  INTEGER PRIMARY KEY REFERENCES letter_out (id),
    at_s INTEGER NOT NULL CHECK (at_s >= 0),          -- s
    box  BLOB NOT NULL CHECK (length(box) > 0)        -- bytes
) STRICT;
CREATE TRIGGER composed_same BEFORE UPDATE ON composed
BEGIN SELECT RAISE(ABORT, 'composed bytes never change'); END;

-- Notices that wait to go to where a player has them, beside his letters.
CREATE TABLE knock (
    id     INTEGER PRIMARY KEY CHECK (id > 0),
    player INTEGER NOT NULL REFERENCES player (id),
    out    INTEGER REFERENCES letter_out (id),        -- whose subject it says; NULL = the code
    due_s  INTEGER NOT NULL CHECK (due_s >= 0),       -- s; next try not before
    tries  INTEGER NOT NULL DEFAULT 0 CHECK (tries >= 0),
    note   TEXT NOT NULL DEFAULT '' CHECK (length(note) <= 255) -- last answer of the other side
) STRICT;
CREATE INDEX knock_due ON knock (due_s);

-- Letters in whose outcome comes in a later commit.
CREATE TABLE waiting (
    letter INTEGER PRIMARY KEY REFERENCES letter (id)
) STRICT;

-- Letters that were in hand when the program went down.
CREATE TABLE crash (
    source    TEXT NOT NULL,
    source_id TEXT NOT NULL,
    tries     INTEGER NOT NULL CHECK (tries > 0),
    at_s      INTEGER NOT NULL CHECK (at_s >= 0),     -- s; the last time
    PRIMARY KEY (source, source_id)
) STRICT, WITHOUT ROWID;

-- How far each inbox was read.
CREATE TABLE inbox (
    source    TEXT PRIMARY KEY CHECK (length(source) BETWEEN 1 AND 63),
    read_to_s INTEGER NOT NULL CHECK (read_to_s >= 0),   -- s; all that arrived before is taken in
    state     TEXT NOT NULL CHECK (length(state) <= 255) -- the transport's own
) STRICT, WITHOUT ROWID;

-- Things to do later.
CREATE TABLE timer (
    kind    TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 63),
    game    INTEGER NOT NULL,                         -- 0 = none
    subject INTEGER NOT NULL,
    due_s   INTEGER NOT NULL CHECK (due_s >= 0),      -- s
    PRIMARY KEY (kind, game, subject)
) STRICT, WITHOUT ROWID;
CREATE INDEX timer_due ON timer (due_s);

-- Orders that wait to be confirmed.
CREATE TABLE draft (
    game INTEGER NOT NULL REFERENCES game (id),
    seat INTEGER NOT NULL CHECK (seat BETWEEN 1 AND 254),
    at_s INTEGER NOT NULL CHECK (at_s >= 0),          -- s
    box  BLOB NOT NULL CHECK (length(box) > 0),       -- bytes
    PRIMARY KEY (game, seat)
) STRICT;

-- What a seat said in answer to the question that is open now.
CREATE TABLE said (
    game   INTEGER NOT NULL,
    seat   INTEGER NOT NULL,
    hash   BLOB NOT NULL CHECK (length(hash) = 32),   -- keyed hash of token and orders
    letter INTEGER NOT NULL REFERENCES letter (id),
    PRIMARY KEY (game, seat, hash)
) STRICT, WITHOUT ROWID;

-- Events for each sender in a window of time.
CREATE TABLE rate (
    hash     BLOB PRIMARY KEY CHECK (length(hash) = 32),   -- keyed hash of the sender
    window_s INTEGER NOT NULL,                        -- s; when the window began
    count    INTEGER NOT NULL CHECK (count > 0)
) STRICT, WITHOUT ROWID;

-- Addresses that bounce.
CREATE TABLE bounce (
    address INTEGER PRIMARY KEY REFERENCES address (id),
    score   INTEGER NOT NULL CHECK (score >= 0),      -- thousandths of a hard bounce
    at_s    INTEGER NOT NULL CHECK (at_s >= 0),       -- s; when the score was true
    stopped INTEGER NOT NULL CHECK (stopped IN (0, 1))
) STRICT;

-- Games that stand still until the administrator decides.
CREATE TABLE freeze (
    game   INTEGER PRIMARY KEY REFERENCES game (id),
    at_s   INTEGER NOT NULL CHECK (at_s >= 0),        -- s
    reason TEXT NOT NULL CHECK (length(reason) BETWEEN 1 AND 63)         -- key
) STRICT;

-- The ledger's own data: "identity" (16 random bytes).
CREATE TABLE setting (
    name  TEXT PRIMARY KEY,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO setting VALUES ('identity', randomblob(16));

-- Where a game is shown: its topic, the opening post with the board, and how the forum left them.
CREATE TABLE forum_topic (
    game   INTEGER PRIMARY KEY REFERENCES game (id),
    topic  INTEGER NOT NULL DEFAULT 0 CHECK (topic >= 0),  -- the forum's number; 0 = not open yet
    post   INTEGER NOT NULL DEFAULT 0 CHECK (post >= 0),   -- of the opening post
    state  TEXT NOT NULL DEFAULT 'wanted'
           CHECK (state IN ('wanted', 'open', 'locked', 'gone')),
    board  INTEGER NOT NULL DEFAULT 0                      -- newest letter_out with the opening
                                                           -- post's text; older ones are stale
) STRICT;
CREATE INDEX forum_topic_topic ON forum_topic (topic) WHERE topic > 0;

-- How far a text on its way into the forum is: parts that stand there while others wait, and those
-- that moderators have. Gone with the last part.
CREATE TABLE forum_part (
    out    INTEGER NOT NULL REFERENCES letter_out (id),
    part   INTEGER NOT NULL CHECK (part >= 0),  -- 0 = the text is whole; private messages: 1, 2, …
    state  TEXT NOT NULL CHECK (state IN ('queued', 'posted')),
    at_s   INTEGER NOT NULL,                    -- since when, UTC
    PRIMARY KEY (out, part)
) STRICT, WITHOUT ROWID;

-- What players bring before the administrator: rulings they dispute, words they report.
CREATE TABLE dispute (
    id      INTEGER PRIMARY KEY CHECK (id > 0),
    kind    TEXT NOT NULL CHECK (kind IN ('dispute', 'report')),
    game    INTEGER NOT NULL REFERENCES game (id),
    seat    INTEGER NOT NULL CHECK (seat BETWEEN 1 AND 254), -- who brings it
    n       INTEGER NOT NULL CHECK (n >= 0),          -- newest entry then
    at_s    INTEGER NOT NULL CHECK (at_s >= 0),       -- s
    box     BLOB NOT NULL CHECK (length(box) > 0),    -- bytes; a case file; under the game's key
    ruled_s INTEGER CHECK (ruled_s >= at_s),          -- s; NULL = open
    ruled_n INTEGER CHECK ((ruled_n IS NULL) = (ruled_s IS NULL)) -- entry that tells the ruling
) STRICT;
CREATE INDEX dispute_open ON dispute (game) WHERE ruled_s IS NULL;
CREATE TRIGGER dispute_kept BEFORE DELETE ON dispute
BEGIN SELECT RAISE(ABORT, 'disputes are kept'); END;

-- A game that is not made yet: an invitation to somebody, or a challenge to anybody.
CREATE TABLE offer (
    id        INTEGER PRIMARY KEY CHECK (id > 0),
    player    INTEGER NOT NULL REFERENCES player (id),    -- who offers
    at_s      INTEGER NOT NULL CHECK (at_s >= 0),         -- s
    engine    TEXT NOT NULL CHECK (length(engine) BETWEEN 1 AND 63),
    options   TEXT NOT NULL CHECK (length(options) <= 4096),
    time      TEXT NOT NULL CHECK (length(time) <= 512),
    seats     INTEGER NOT NULL CHECK (seats BETWEEN 1 AND 254),
    is_open   INTEGER NOT NULL CHECK (is_open IN (0, 1)),       -- anybody may take a free seat
    anonymous INTEGER NOT NULL CHECK (anonymous IN (0, 1)),     -- names stay hidden until the end
    state     TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'made', 'gone')),
    game      INTEGER REFERENCES game (id),
    press_open INTEGER NOT NULL DEFAULT 0 CHECK (press_open IN (0, 1)), -- watchers read words to all
    into_game INTEGER REFERENCES game (id),               -- NULL = a game of its own; else a host
    into_seat INTEGER CHECK (into_seat BETWEEN 1 AND 254), -- offers this seat of one that goes on
    rating_least INTEGER NOT NULL DEFAULT 0               -- whose rating lets him take a seat of
        CHECK (rating_least BETWEEN 0 AND 9999),          -- an open offer; 0 = no limit
    rating_most INTEGER NOT NULL DEFAULT 0 CHECK (rating_most BETWEEN 0 AND 9999),
    CHECK ((game IS NULL) = (state <> 'made'))
) STRICT;
CREATE INDEX offer_waiting ON offer (id) WHERE state = 'waiting';
CREATE TRIGGER offer_final BEFORE UPDATE ON offer WHEN OLD.state <> 'waiting'
BEGIN SELECT RAISE(ABORT, 'an offer is taken or withdrawn once'); END;

-- Who was asked, and who is in. A stranger who was asked has no row before he signs up.
CREATE TABLE offer_player (
    offer  INTEGER NOT NULL REFERENCES offer (id),
    player INTEGER NOT NULL REFERENCES player (id),
    place  INTEGER NOT NULL CHECK (place BETWEEN 1 AND 254),  -- the seat he gets
    state  TEXT NOT NULL CHECK (state IN ('asked', 'in', 'declined')),
    PRIMARY KEY (offer, player)
) STRICT, WITHOUT ROWID;

-- Who gets the letters of a game without playing it.
CREATE TABLE watcher (
    game   INTEGER NOT NULL REFERENCES game (id),
    player INTEGER NOT NULL REFERENCES player (id),
    told_n INTEGER NOT NULL CHECK (told_n >= 0),          -- newest entry he was told of
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;

-- How often a key was forgotten: programs that hold keys in memory look whether theirs may be
-- among them.
CREATE TABLE forgetting (
    id    INTEGER PRIMARY KEY CHECK (id = 1),
    times INTEGER NOT NULL CHECK (times >= 0)
) STRICT;
INSERT INTO forgetting VALUES (1, 0);
CREATE TRIGGER keyring_forgetting AFTER UPDATE OF wrapped ON keyring WHEN NEW.wrapped IS NULL
BEGIN UPDATE forgetting SET times = times + 1; END;

-- Games of a tournament, and whether their results stand in its log.
CREATE TABLE tournament_game (
    game  INTEGER PRIMARY KEY REFERENCES game (id),
    tournament INTEGER NOT NULL REFERENCES tournament (id),
    round INTEGER NOT NULL CHECK (round > 0),
    board INTEGER NOT NULL CHECK (board > 0),
    k     INTEGER NOT NULL CHECK (k > 0),             -- first or second game of the pair
    done  INTEGER NOT NULL CHECK (done IN (0, 1))
) STRICT;
CREATE INDEX tournament_game_open ON tournament_game (tournament) WHERE done = 0;

-- Where a tournament is shown: its topic. A row goes when the forum has the topic no more.
CREATE TABLE tournament_topic (
    tournament INTEGER PRIMARY KEY REFERENCES tournament (id),
    topic INTEGER NOT NULL CHECK (topic >= 0)         -- the forum's number; 0 = not open yet
) STRICT;

-- How far a seat's letters go: the next ones bring the game's record from there on. The newest entry
-- of which a reply token came back from a seat.
CREATE TABLE heard (
    game INTEGER NOT NULL REFERENCES game (id),
    seat INTEGER NOT NULL CHECK (seat BETWEEN 1 AND 254),
    n    INTEGER NOT NULL CHECK (n >= 0),
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

-- How often this ledger was changed, raised in each commit: a copy of it (doc/replica.md) is not
-- behind where its count is not behind. answered: the greatest number of the replica's engine that
-- had been answered before it; the engine must count further to hold it.
CREATE TABLE commits (
    id       INTEGER PRIMARY KEY CHECK (id = 1),
    count    INTEGER NOT NULL CHECK (count >= 0),
    answered INTEGER NOT NULL CHECK (answered >= 0)
) STRICT;
INSERT INTO commits VALUES (1, 0, 0);

-- ============================================================================ TRIGGERS of facts

-- The first game of a server may have any number; those after it follow without a gap, and none has
-- the number of a lost one.
CREATE TRIGGER game_gapless BEFORE INSERT ON game
    WHEN EXISTS (SELECT 1 FROM game)
     AND NEW.id <> 1 + max((SELECT max(id) FROM game),
                           coalesce((SELECT max(game) FROM lost_game), 0))
      OR EXISTS (SELECT 1 FROM lost_game WHERE game >= NEW.id)
BEGIN SELECT RAISE(ABORT, 'game numbers have no gaps'); END;

-- An entry that declares others lost skips their numbers.
CREATE TRIGGER entry_follows BEFORE INSERT ON entry
    WHEN NEW.n > 0 AND NOT EXISTS (
        SELECT 1 FROM entry
        WHERE game = NEW.game AND at_s <= NEW.at_s AND n < NEW.n
          AND n = CASE NEW.kind WHEN 'lost' THEN (SELECT max(n) FROM entry WHERE game = NEW.game)
                                ELSE NEW.n - 1 END)
BEGIN SELECT RAISE(ABORT, 'an entry follows the one before, in number and in time'); END;
CREATE TRIGGER opening_follows BEFORE INSERT ON opening
    WHEN EXISTS (SELECT 1 FROM seal WHERE game = NEW.game AND name = NEW.name
                                      AND again = NEW.again AND n > NEW.n)
BEGIN SELECT RAISE(ABORT, 'a seal is opened after it was logged'); END;
CREATE TRIGGER letter_raw_kept BEFORE DELETE ON letter_raw
    WHEN EXISTS (SELECT 1 FROM keyring WHERE id = OLD.key_id AND wrapped IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'raw letters stay as long as their key'); END;
CREATE TRIGGER player_fixed BEFORE UPDATE ON player
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER player_kept BEFORE DELETE ON player
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER player_change_fixed BEFORE UPDATE ON player_change
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER player_change_kept BEFORE DELETE ON player_change
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER address_fixed BEFORE UPDATE ON address
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER address_kept BEFORE DELETE ON address
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER address_change_fixed BEFORE UPDATE ON address_change
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER address_change_kept BEFORE DELETE ON address_change
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER letter_fixed BEFORE UPDATE ON letter
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER letter_kept BEFORE DELETE ON letter
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER game_fixed BEFORE UPDATE ON game
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER game_kept BEFORE DELETE ON game
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER entry_fixed BEFORE UPDATE ON entry
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER entry_kept BEFORE DELETE ON entry
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER seal_fixed BEFORE UPDATE ON seal
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER seal_kept BEFORE DELETE ON seal
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER opening_fixed BEFORE UPDATE ON opening
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER opening_kept BEFORE DELETE ON opening
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER seat_fixed BEFORE UPDATE ON seat
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER seat_kept BEFORE DELETE ON seat
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER outcome_fixed BEFORE UPDATE ON outcome
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER outcome_kept BEFORE DELETE ON outcome
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;

-- Once a letter out is final for every recipient, its words may go, one zero byte in their place. That
-- it was sent, to whom and when, stays.
CREATE TRIGGER letter_out_fixed BEFORE UPDATE ON letter_out
    WHEN NOT (NEW.values_box = X'00' AND NEW.id = OLD.id AND NEW.made_s = OLD.made_s
              AND NEW.kind = OLD.kind AND NEW.message_id = OLD.message_id
              AND NEW.game IS OLD.game AND NEW.seat = OLD.seat AND NEW.n IS OLD.n
              AND NEW.reply_to IS OLD.reply_to AND NEW.form = OLD.form
              AND NOT EXISTS (SELECT 1 FROM delivery WHERE state = 'waiting'
                              AND id BETWEEN OLD.id * 256 AND OLD.id * 256 + 255))
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER letter_out_kept BEFORE DELETE ON letter_out
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER letter_raw_fixed BEFORE UPDATE ON letter_raw
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;

-- ============================================================================ INDEXES against a failing disk

-- What stands once and is bound by no hash, box or reference could change by one bit of a failing
-- disk, and nobody would see it. An index repeats it: `postern check` compares every row with its
-- indexes.

-- people
CREATE INDEX player_twice ON player (made_s);
CREATE INDEX player_change_twice ON player_change (at_s, kind);
CREATE INDEX address_twice ON address (at_s);
CREATE INDEX address_change_twice ON address_change (at_s, state);
CREATE INDEX lookup_twice ON lookup (player, address);

-- letters
CREATE INDEX letter_twice ON letter (taken_s, arrived_s);
CREATE INDEX letter_again ON letter (repeat_of, message_key) WHERE repeat_of IS NOT NULL;
CREATE INDEX outcome_twice ON outcome (at_s, kind, reason, player, game, seat);
CREATE INDEX letter_out_twice ON letter_out (made_s, kind, game, seat, n, reply_to, form);
CREATE INDEX delivery_twice ON delivery (due_s, ended_s, state, channel, address, tries, note);
CREATE INDEX composed_twice ON composed (at_s);
CREATE INDEX said_twice ON said (letter);
CREATE INDEX crash_twice ON crash (tries, at_s);
CREATE INDEX inbox_twice ON inbox (read_to_s, state);
CREATE INDEX rate_twice ON rate (window_s, count);
CREATE INDEX bounce_twice ON bounce (score, at_s, stopped);
CREATE INDEX knock_twice ON knock (player, out, due_s, tries, note);
CREATE INDEX forum_topic_twice ON forum_topic (topic, post, state, board);
CREATE INDEX forum_part_twice ON forum_part (state, at_s);

-- games
CREATE INDEX entry_letter ON entry (letter) WHERE letter IS NOT NULL;
CREATE INDEX shown_twice ON shown (n, out);
CREATE INDEX draft_twice ON draft (at_s);
CREATE INDEX freeze_twice ON freeze (at_s, reason);
CREATE INDEX dispute_twice ON dispute (at_s, kind, game, seat, n, ruled_s, ruled_n);
CREATE INDEX offer_twice ON offer (at_s, player, engine, options, time, seats, is_open, anonymous,
                                   state, game, press_open, into_game, into_seat, rating_least,
                                   rating_most);
CREATE INDEX offer_player_twice ON offer_player (place, state);
CREATE INDEX watcher_twice ON watcher (told_n);
CREATE INDEX lost_game_twice ON lost_game (at_s, n);
CREATE INDEX keyring_twice ON keyring (made_s);
CREATE INDEX forgetting_twice ON forgetting (times);
CREATE INDEX setting_twice ON setting (value);
CREATE INDEX recovered_twice ON recovered (to_n, at_s);
CREATE INDEX heard_twice ON heard (n);

-- tournaments
CREATE INDEX tournament_twice ON tournament (made_s);
CREATE INDEX tournament_entry_twice ON tournament_entry (at_s);
CREATE INDEX tournament_entrant_twice ON tournament_entrant (n);
CREATE INDEX tournament_game_twice ON tournament_game (tournament, round, board, k, done);
CREATE INDEX tournament_topic_twice ON tournament_topic (topic);

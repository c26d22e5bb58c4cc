-- SPDX-License-Identifier: MIT
-- Postern's ledger, schema 1.
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

-- Commitments C1…Cm of an entry, in their order.
CREATE TABLE seal (
    game       INTEGER NOT NULL,
    n          INTEGER NOT NULL,                      -- entry that logged it
    place      INTEGER NOT NULL CHECK (place >= 0),   -- 0 = C1
    name       TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 127),    -- "combat/17/2"
    seat       INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 254),         -- owner
    commitment BLOB NOT NULL CHECK (length(commitment) = 32),
    box        BLOB CHECK (length(box) > 0),          -- bytes; payload and nonce; NULL = held by
                                                      -- the player
    PRIMARY KEY (game, n, place),
    FOREIGN KEY (game, n) REFERENCES entry (game, n)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX seal_name ON seal (game, name);

-- A seal opened by an entry; once at most.
CREATE TABLE opening (
    game  INTEGER NOT NULL,
    n     INTEGER NOT NULL,                           -- entry that opened it
    place INTEGER NOT NULL CHECK (place >= 0),
    name  TEXT NOT NULL,
    box   BLOB CHECK (length(box) > 0),               -- bytes; payload and nonce; NULL = those
                                                      -- of the seal's own box
    PRIMARY KEY (game, n, place),
    FOREIGN KEY (game, n) REFERENCES entry (game, n),
    FOREIGN KEY (game, name) REFERENCES seal (game, name)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX opening_name ON opening (game, name);

-- Who took a seat, with which entry; the newest row of a seat counts.
CREATE TABLE seat (
    game   INTEGER NOT NULL,
    n      INTEGER NOT NULL,
    seat   INTEGER NOT NULL CHECK (seat BETWEEN 1 AND 254),
    player INTEGER REFERENCES player (id),            -- NULL = the seat became empty
    PRIMARY KEY (game, seat, n),
    FOREIGN KEY (game, n) REFERENCES entry (game, n)
) STRICT, WITHOUT ROWID;

-- What became of a letter: exactly one row for each letter.
CREATE TABLE outcome (
    letter INTEGER PRIMARY KEY REFERENCES letter (id),
    at_s   INTEGER NOT NULL CHECK (at_s >= 0),        -- s
    kind   TEXT NOT NULL CHECK (kind IN ('accepted', 'part', 'rejected', 'asked', 'answered',
                                         'repeat', 'ignored', 'set aside')),
    reason TEXT NOT NULL CHECK (length(reason) <= 63),   -- key; '' = none
    player INTEGER REFERENCES player (id),            -- NULL = nobody we know
    game   INTEGER REFERENCES game (id),              -- NULL = none
    seat   INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 255)
) STRICT;

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

-- The position after entry n; the newest only.
CREATE TABLE position (
    game INTEGER PRIMARY KEY,
    n    INTEGER NOT NULL CHECK (n >= 0),
    box  BLOB NOT NULL CHECK (length(box) > 0)        -- bytes
) STRICT;

-- What a seat sees after entry n; the newest only.
CREATE TABLE board (
    id   INTEGER PRIMARY KEY CHECK (id = game * 256 + seat),
    game INTEGER NOT NULL,
    seat INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 255),
    n    INTEGER NOT NULL CHECK (n >= 0),
    box  BLOB NOT NULL CHECK (length(box) > 0)        -- bytes
) STRICT;

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
            CHECK (state IN ('waiting', 'sent', 'refused', 'given up', 'cancelled')),
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

-- ============================================================================ TRIGGERS of facts

CREATE TRIGGER game_gapless BEFORE INSERT ON game
    WHEN NEW.id <> (SELECT coalesce(max(id), 0) + 1 FROM game)
BEGIN SELECT RAISE(ABORT, 'game numbers have no gaps'); END;
CREATE TRIGGER entry_follows BEFORE INSERT ON entry
    WHEN NEW.n > 0 AND NOT EXISTS (SELECT 1 FROM entry WHERE game = NEW.game AND n = NEW.n - 1
                                                         AND at_s <= NEW.at_s)
BEGIN SELECT RAISE(ABORT, 'an entry follows the one before, in number and in time'); END;
CREATE TRIGGER opening_follows BEFORE INSERT ON opening
    WHEN EXISTS (SELECT 1 FROM seal WHERE game = NEW.game AND name = NEW.name AND n > NEW.n)
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
CREATE TRIGGER letter_out_fixed BEFORE UPDATE ON letter_out
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER letter_out_kept BEFORE DELETE ON letter_out
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER letter_raw_fixed BEFORE UPDATE ON letter_raw
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;

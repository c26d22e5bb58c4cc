-- SPDX-License-Identifier: MIT
-- Players who arrange a game may agree that watchers read what they say to all.

ALTER TABLE offer ADD COLUMN press_open INTEGER NOT NULL DEFAULT 0 CHECK (press_open IN (0, 1));

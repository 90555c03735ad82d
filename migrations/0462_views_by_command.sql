-- A support view that a command opens belongs to no session of the console, and ends with the command. Owner: src/sign-in.
ALTER TABLE support_views ALTER COLUMN operator_session_id DROP NOT NULL;

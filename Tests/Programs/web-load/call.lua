-- SPDX-License-Identifier: Apache-2.0
-- The call that wrk makes, again and again.
wrk.method = "POST"
wrk.path = "/call/io.stated.Playback.Get"
wrk.headers["Content-Type"] = "application/json"
wrk.body = '{"item":"film"}'

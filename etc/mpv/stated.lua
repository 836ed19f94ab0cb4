-- SPDX-License-Identifier: Apache-2.0

-- Makes mpv resume each file where it stopped, and report its position to stated(8).
--
-- Put it into ~/.config/mpv/scripts/, or name it in mpv.conf:
--
--     script=/usr/local/share/stated/mpv/stated.lua
--
-- It starts “statectl bridge mpv”, which ends with mpv. Options, in script-opts/stated.conf or as
-- --script-opts=stated-KEY=VALUE:
--
--     statectl=statectl   the program
--     player=             the player's name; empty: as statectl chooses it

local options = { statectl = "statectl", player = "" }
require("mp.options").read_options(options, "stated")

-- mpv encodes a file from its beginning. A second copy of this script is named stated2.
if mp.get_property("options/o", "") ~= "" or mp.get_script_name():match("^stated%d+$") then
    return
end

-- Only stated decides where a file resumes; mpv still remembers tracks, delays and other options.
-- “statectl import --from mpv” takes over the positions that mpv has stored.
mp.commandv("change-list", "watch-later-options", "remove", "start")

-- If mpv is started with one file, that file plays, even if a script adds the others of its folder.
local entries = mp.get_property("playlist-count")
mp.commandv("change-list", "script-opts", "append", "stated-entries=" .. entries)

-- mpv receives the position before it loads a file, as from its own memory: a later jump would
-- undo the jumps of scripts and links. The bridge sends the position for each file at once.
local awaited, answer
local patience = 1

local function load()
    local hook, given = awaited, answer
    if not hook or not given or given.path ~= mp.get_property("path") then return end
    awaited, answer = nil, nil
    local chosen = mp.get_property_bool("option-info/start/set-from-commandline")
        or mp.get_property_bool("option-info/resume-playback/set-from-commandline")
            and not mp.get_property_bool("resume-playback")
        or mp.get_property_bool("resume-playback-check-mtime")
    if given.position and not chosen then
        mp.set_property("file-local-options/start", given.position)
    end
    hook:cont()
end

mp.register_script_message("stated-load", function(path, position)
    answer = { path = path, position = position }
    patience = 0.5
    load()
end)

mp.add_hook("on_load", 5, function(hook)
    -- Without a bridge there is nothing to wait for.
    if patience == 0 then return end
    awaited = hook
    hook:defer()
    mp.add_timeout(patience, function()
        if awaited ~= hook then return end
        awaited, answer, patience = nil, nil, 0
        hook:cont()
    end)
    load()
end)

-- An answer is valid for one opening of a file.
mp.register_event("end-file", function() answer = nil end)

-- statectl play follows the mpv that it starts without this script.
local given = mp.get_property("input-ipc-client")
if given and given ~= "" then return end

-- A socket that another user could connect to would let that user run programs.
local function private_path()
    local runtime = os.getenv("XDG_RUNTIME_DIR")
    if runtime and runtime:sub(1, 1) == "/" then
        return string.format("%s/stated-mpv-%d", runtime, mp.get_property_number("pid"))
    end
    local made = io.popen("umask 077 && mktemp -d")
    local directory = made and made:read("*l")
    if made then made:close() end
    return directory and directory .. "/mpv"
end

local function follow()
    local socket = mp.get_property("input-ipc-server")
    if not socket or socket == "" then
        socket = private_path()
        if not socket then
            mp.msg.error("there is no directory for a private socket: set XDG_RUNTIME_DIR")
            return
        end
        mp.set_property("input-ipc-server", socket)
        mp.register_event("shutdown", function()
            os.remove(socket)
            -- The directory that was made for it, unless it contains more.
            if socket:match("/mpv$") then os.remove(socket:sub(1, -5)) end
        end)
    end

    local words = { options.statectl, "bridge", "mpv", "--ipc", socket }
    if options.player ~= "" then
        table.insert(words, "--player")
        table.insert(words, options.player)
    end
    local command = { name = "subprocess", args = words, detach = true, playback_only = false }
    mp.command_native_async(command, function(isStarted, result)
        if isStarted and result.status == 0 then return end
        patience = 0
        if awaited then awaited:cont() end
        awaited = nil
        mp.msg.error("cannot start " .. options.statectl .. ": stated does not follow this mpv")
    end)
end

-- Other scripts set mpv's socket, too, while they are loaded; mpv opens a file, or is idle,
-- afterwards.
local isFollowed = false
local function started()
    if isFollowed then return end
    isFollowed = true
    follow()
end
mp.register_event("start-file", started)
mp.observe_property("idle-active", "bool", function(_, idle) if idle then started() end end)

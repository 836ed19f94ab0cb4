-- SPDX-License-Identifier: Apache-2.0

-- Lets a plain mpv go on where each file stopped, and tell stated(8) where it is.
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
--     resume=no           whether mpv's own watch_later entries may place files, too

local options = { statectl = "statectl", player = "", resume = false }
require("mp.options").read_options(options, "stated")

-- One memory decides. What mpv's own knows, “statectl import --from mpv” takes over.
if not options.resume then mp.set_property_bool("resume-playback", false) end

-- statectl play follows the mpv that it starts by itself.
local given = mp.get_property("input-ipc-client")
if given and given ~= "" then return end

-- A socket that another user could connect to would let that user run programs.
local function private_path()
    local runtime = os.getenv("XDG_RUNTIME_DIR")
    if runtime and runtime:sub(1, 1) == "/" then
        return string.format("%s/stated-mpv-%d", runtime, mp.get_property_number("pid"))
    end
    local made = io.popen("umask 077 && mktemp -d")
    local directory = made and made:read("l")
    if made then made:close() end
    return directory and directory .. "/mpv"
end

local socket = mp.get_property("input-ipc-server")
if not socket or socket == "" then
    socket = private_path()
    if not socket then
        mp.msg.error("there is no place for a socket of one's own: set XDG_RUNTIME_DIR")
        return
    end
    mp.set_property("input-ipc-server", socket)
    mp.register_event("shutdown", function()
        os.remove(socket)
        -- A directory that was made for it; one that holds more stays.
        if socket:match("/mpv$") then os.remove(socket:sub(1, -5)) end
    end)
end

local words = { options.statectl, "bridge", "mpv", "--ipc", socket }
if options.player ~= "" then
    table.insert(words, "--player")
    table.insert(words, options.player)
end
mp.command_native_async({ name = "subprocess", args = words, detach = true, playback_only = false },
    function(started, result)
        if not started or result.status ~= 0 then
            mp.set_property_bool("resume-playback", true)
            mp.msg.error("cannot start " .. options.statectl .. ": stated does not hear of this mpv")
        end
    end)

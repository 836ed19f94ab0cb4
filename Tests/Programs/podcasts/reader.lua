-- SPDX-License-Identifier: Apache-2.0
-- KOReader's plugin for progress sync with stubs for the reader around it; it serves orders of its
-- parent, one a line.
--
-- Usage: luajit reader.lua PLUGIN DEVICE SERVER

local json = require("cjson")
local http = require("socket.http")
local ltn12 = require("ltn12")

local plugin, device, server = arg[1], arg[2], arg[3]
package.path = plugin .. "/?.lua;" .. package.path

local shown, offer, isOnline = {}, nil, true
local place = { percent = 0, xpointer = "" }

-- Spore, which makes calls by a description of them. As in KOReader, a body that is not declared as
-- JSON is none, and a status that the description does not have is an error.

local function call(base, method, parameters, middlewares)
    local path = method.path:gsub(":(%a+)", parameters or {})
    local request, parts = { headers = {} }, {}
    local body
    if method.payload then
        body = {}
        for _, name in ipairs(method.payload) do body[name] = parameters[name] end
        body = json.encode(body)
        request.headers["content-type"] = "application/json"
        request.headers["content-length"] = #body
    end
    for _, middleware in ipairs(middlewares) do
        if middleware.name ~= "Format.JSON" then
            require("Spore.Middleware." .. middleware.name).call(middleware.arguments, request)
        end
    end
    local _, status, headers = http.request{
        url = base:gsub("/$", "") .. path, method = method.method, headers = request.headers,
        source = body and ltn12.source.string(body), sink = ltn12.sink.table(parts),
    }
    local response = { status = status }
    for _, expected in ipairs(method.expected_status) do
        if status == expected then
            local kind = headers["content-type"] or ""
            if kind:match("^application/json") or kind:match("^application/[%w.]+%+json") then
                response.body = json.decode(table.concat(parts))
            end
            return response
        end
    end
    error({ response = response, reason = tostring(status) .. " not expected" })
end

package.loaded.Spore = {
    new_from_spec = function(path, options)
        local text = io.open(path):read("*a"):gsub(",(%s*[%]}])", "%1")
        local middlewares, client = {}, {}
        function client:reset_middlewares() middlewares = {} end
        function client:enable(name, arguments)
            table.insert(middlewares, { name = name, arguments = arguments or {} })
        end
        for name, method in pairs(json.decode(text).methods) do
            client[name] = function(_, parameters)
                return call(options.base_url, method, parameters, middlewares)
            end
        end
        return client
    end,
}

-- The reader: widgets are shown at once, and what is to come later comes at once.

local function widget()
    return { new = function(_, fields) return fields end }
end

local Container = {}
function Container:extend(class)
    class.__index = class
    return setmetatable(class, { __index = self })
end
function Container:new(object)
    setmetatable(object, self)
    object:init()
    return object
end

local seconds = 0
local queue = {}
local stubs = {
    ["datastorage"] = { getSettingsDir = function() return "" end },
    ["device"] = {
        model = device, hasSeamlessWifiToggle = function() return false end,
        hasWifiManager = function() return false end, setIgnoreInput = function() end,
    },
    ["dispatcher"] = { registerAction = function() end },
    ["ffi/sha2"] = {
        md5 = function(text)
            return io.popen("printf %s '" .. text .. "' | md5sum"):read("*a"):match("^%x+")
        end,
    },
    ["ffi/util"] = {
        template = function(text, ...)
            local values = { ... }
            return (text:gsub("%%(%d)", function(index) return tostring(values[tonumber(index)]) end))
        end,
    },
    ["gettext"] = function(text) return text end,
    ["logger"] = { dbg = function() end, info = function() end, warn = function() end },
    ["luasettings"] = {
        open = function()
            return { readSetting = function(_, _, default) return default end, flush = function() end }
        end,
    },
    ["optmath"] = {
        round = function(number) return math.floor(number + 0.5) end,
        roundPercent = function(number) return math.floor(number * 10000 + 0.5) / 10000 end,
    },
    ["persist"] = {
        new = function()
            return {
                exists = function() return true end, load = function() return queue end,
                save = function(_, items) queue = items return true end,
            }
        end,
    },
    ["socketutil"] = {
        set_timeout = function(_, timeout) http.TIMEOUT = timeout end,
        reset_timeout = function() http.TIMEOUT = 60 end,
    },
    ["ui/event"] = { new = function(_, name, value) return { name = name, value = value } end },
    ["ui/network/manager"] = {
        willRerunWhenOnline = function() return false end, isOnline = function() return isOnline end,
    },
    ["ui/time"] = { s = function(number) return number end },
    ["ui/uimanager"] = {
        show = function(_, shownWidget)
            table.insert(shown, shownWidget.text)
            offer = shownWidget.ok_callback or offer
        end,
        scheduleIn = function(_, _, action) action() end,
        nextTick = function(_, action) action() end,
        unschedule = function() end,
        getElapsedTimeSinceBoot = function() seconds = seconds + 60 return seconds end,
    },
    ["ui/widget/container/widgetcontainer"] = Container,
    ["util"] = {},
}
for _, name in ipairs{ "confirmbox", "infomessage", "inputdialog", "multiinputdialog", "notification" } do
    stubs["ui/widget/" .. name] = widget()
end
for name, stub in pairs(stubs) do package.loaded[name] = stub end
G_reader_settings = { readSetting = function() return device .. "-id" end }

local KOSync = dofile(plugin .. "/main.lua")
KOSync.path = plugin
local reader

local orders = {}

--- Opens the book; the plugin asks for a newer place if it syncs automatically.
function orders.open(digest)
    reader = KOSync:new{
        view = { document = { file = "/books/dune.epub" } },
        ui = {
            menu = { registerToMainMenu = function() end }, document = { info = {} },
            rolling = {
                getLastPercent = function() return place.percent end,
                getLastProgress = function() return place.xpointer end,
            },
            doc_settings = { readSetting = function() return digest end },
            getCurrentPage = function() return 1 end,
            handleEvent = function(_, event) place = { xpointer = event.value, percent = -1 } end,
        },
    }
    reader.settings.custom_server = server
    reader:onReaderReady()
end

function orders.register(user, password) reader:doRegister(user, password) end

--- Signs in, and switches automatic sync on.
function orders.login(user, password)
    reader:doLogin(user, password)
    reader.settings.auto_sync = reader.settings.userkey ~= nil
    reader:registerEvents()
end

function orders.turn(percent, xpointer)
    place = { percent = percent, xpointer = xpointer }
    reader:onPageUpdate(percent)
end

function orders.push() reader:onKOSyncPushProgress() end
function orders.pull() reader:onKOSyncPullProgress() end

function orders.close() reader:onCloseDocument() end
function orders.connect(is)
    isOnline = is
    if is then reader:onNetworkConnected() end
end

function orders.accept()
    offer()
    offer = nil
end

for line in io.lines() do
    local order = json.decode(line)
    shown = {}
    orders[order[1]](unpack(order, 2))
    local answer = { shown = table.concat(shown, "\n"), place = place.xpointer, queued = #queue }
    print(json.encode(answer))
    io.flush()
end

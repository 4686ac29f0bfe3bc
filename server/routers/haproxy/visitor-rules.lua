-- What is answered in place of an application: maintenance, a demand for credentials, and pages of its own.

-- Both are changed while HAProxy runs.
local rules_by_application = Map.new('maps/rules.map', Map._str)
local pages = Map.new('maps/pages.map', Map._str)

local cookie_name = 'berth_bypass'
local max_cookies = 4
local max_guesses = 10
local default_wait = 300
local max_prepared = 1000

local function list(text)
  local members = {}
  for member in string.gmatch(text, '[^,]+') do members[#members + 1] = member end
  return members
end

local prepared, prepared_count = {}, 0

-- Rules of an application, prepared once for each text: end, hash of the secret and networks of a maintenance, then
-- salt and digests of credentials, with bars between them.
local function rules_of(application)
  local text = rules_by_application:lookup(application)
  if not text then error('no rules of ' .. application) end
  if prepared[text] then return prepared[text] end
  local until_second, bypass, networks, salt, digests =
    string.match(text, '^([^|]*)|([^|]*)|([^|]*)|([^|]*)|([^|]*)$')
  if not bypass then error('unknown rules: ' .. text) end
  local rules = { until_second = tonumber(until_second), bypass = bypass, salt = salt, networks = {}, digests = {} }
  for _, network in ipairs(list(networks)) do rules.networks[#rules.networks + 1] = core.parse_addr(network) end
  for _, digest in ipairs(list(digests)) do rules.digests[digest] = true end
  if prepared_count == max_prepared then prepared, prepared_count = {}, 0 end
  prepared[text], prepared_count = rules, prepared_count + 1
  return rules
end

local function sha256(txn, text)
  return string.lower(txn.c:hex(txn.c:sha2(text, 256)))
end

-- Hashes are compared: how far a wrong one is right tells nothing about the secret.
local function is_secret(txn, rules, secret)
  return #secret <= 100 and sha256(txn, secret) == rules.bypass
end

local function has_cookie(txn, rules)
  local values = txn.http:req_get_headers()['cookie']
  local count = 0
  for at = 0, values and #values or -1 do
    for name, value in string.gmatch(values[at] or '', '([%w_]+)=([%w]+)') do
      if name == cookie_name and count < max_cookies then
        count = count + 1
        if is_secret(txn, rules, value) then return true end
      end
    end
  end
  return false
end

local function address_of(txn)
  local address = txn:get_var('txn.source') or txn.f:src()
  return string.match(address, '^::[fF][fF][fF][fF]:(%d+%.%d+%.%d+%.%d+)$') or address
end

local function is_allowed(txn, rules)
  if #rules.networks == 0 then return false end
  local address = core.parse_addr(address_of(txn))
  if not address then return false end
  for _, network in ipairs(rules.networks) do
    if core.match_addr(address, network) then return true end
  end
  return false
end

-- Keeps the secret of a link in a cookie, and names the same address without it.
local function let_in(txn, rules)
  local method = txn.f:method()
  if method ~= 'GET' and method ~= 'HEAD' then return false end
  local query = txn.f:query()
  if not query or not string.find(query, cookie_name, 1, true) then return false end
  local left, found = {}, nil
  for part in string.gmatch(query, '[^&]+') do
    local secret = string.match(part, '^' .. cookie_name .. '=(%w+)$')
    if secret and not found then found = secret end
    if string.sub(part, 1, #cookie_name + 1) ~= cookie_name .. '=' then left[#left + 1] = part end
  end
  if not found or not is_secret(txn, rules, found) then return false end
  -- A path that began with two slashes, or their like, would be the name of another host.
  local path = string.gsub(txn.f:path(), '^[/\\]+', '/')
  txn:set_var('txn.location', #left > 0 and path .. '?' .. table.concat(left, '&') or path)
  local secure = txn:get_var('txn.secure')
  if secure == nil then secure = txn.f:ssl_fc() end
  local is_secure = secure == true or secure == 1
  txn:set_var('txn.bypass_cookie', cookie_name .. '=' .. found .. '; Path=/; HttpOnly; SameSite=Lax' .. (is_secure and '; Secure' or ''))
  return true
end

local function groups_of(text)
  local groups = {}
  for group in string.gmatch(text, '[^:]+') do groups[#groups + 1] = string.format('%x', tonumber(group, 16) or 0) end
  return groups
end

-- An IPv4 address, or the first 64 bits of an IPv6 address. The converter ipmask takes texts for IPv4.
local function network_of(address)
  if not string.find(address, ':', 1, true) then return address end
  local head, tail = string.match(address, '^(.-)::(.*)$')
  local groups, rest = groups_of(head or address), groups_of(tail or '')
  while head and #groups + #rest < 8 do groups[#groups + 1] = '0' end
  for _, group in ipairs(rest) do groups[#groups + 1] = group end
  return table.concat(groups, ':', 1, math.min(4, #groups))
end

-- Who guesses: the application, and the visitor.
local function guesser_of(txn)
  return txn:get_var('txn.app') .. ' ' .. network_of(address_of(txn))
end

local function has_guessed_too_often(guesser)
  local entry = core.backends['guesses'].stktable:lookup(guesser)
  return entry ~= nil and entry.gpc0_rate >= max_guesses
end

-- The page that refuses a visitor; nil when the credentials are right.
local function refusal_of_credentials(txn, rules)
  local values = txn.http:req_get_headers()['authorization']
  local header = values and values[0]
  if not header then return 'unauthorized' end
  local guesser = guesser_of(txn)
  if has_guessed_too_often(guesser) then return 'guessing' end
  local scheme, encoded = string.match(header, '^(%a+) +([%w+/]+=?=?) *$')
  local is_known = encoded ~= nil and string.lower(scheme) == 'basic' and #encoded <= 4002
    and rules.digests[sha256(txn, rules.salt .. encoded)] == true
  if is_known then return nil end
  txn:set_var('txn.guesser', guesser)
  return 'unauthorized'
end

-- What answers in place of the application; nil when the request may go on to it.
local function answer_of(txn, rules)
  if rules.bypass ~= '' then
    if let_in(txn, rules) then return 'letin' end
    if not has_cookie(txn, rules) and not is_allowed(txn, rules) then
      -- Not core.now(): HAProxy takes a second in which it did not run for a jump of the clock, and stays behind.
      local left = (rules.until_second or 0) - os.time()
      txn:set_var('txn.wait', left > 0 and left or default_wait)
      return 'maintenance'
    end
  end
  if rules.salt ~= '' then return refusal_of_credentials(txn, rules) end
  return nil
end

-- Sends the request to a backend that answers in place of the application, where its rules want that. HAProxy goes on
-- after an error of an action: the request is refused until it is known that it may go on.
core.register_action('apply_visitor_rules', { 'http-req' }, function(txn)
  local state = txn:get_var('txn.state')
  txn:set_var('txn.state', 'maintenance')
  local answer = answer_of(txn, rules_of(txn:get_var('txn.app')))
  txn:set_var('txn.state', answer or state)
end)

-- A page of an application, which is in several entries because a converter's output is limited; nil for none.
local function page_of(txn, application, name, kind)
  local key = application .. '/' .. name .. '/' .. kind
  local parts, at = {}, 0
  local part = pages:lookup(key .. '0')
  if not part then return nil end
  while part do
    parts[#parts + 1] = txn.c:b64dec(part)
    at = at + 1
    part = pages:lookup(key .. at)
  end
  return table.concat(parts)
end

-- Names of what an application has in place of the router's pages.
local own_names = {
  stopped = '503', starting = '503', gone = '502', late = '504', maintenance = 'maintenance', unauthorized = '401',
}

local function kind_of(txn)
  return txn:get_var('txn.kind') == 'json' and 'json' or 'html'
end

local defaults = {}
for name in pairs(own_names) do
  for _, kind in ipairs({ 'html', 'json' }) do
    local file = assert(io.open('pages/' .. name .. '.' .. kind, 'r'))
    defaults[name .. '.' .. kind] = file:read('*a')
    file:close()
  end
end

-- The body of a page: the application's own, what it says about a maintenance, or the router's with the host.
core.register_fetches('page', function(txn, name)
  local application = txn:get_var('txn.app') or ''
  local kind = kind_of(txn)
  if name == 'gone' and string.find(txn:get_var('txn.conditions') or '', 'starting', 1, true) then name = 'starting' end
  local own = kind == 'html' and page_of(txn, application, own_names[name], kind)
  if own then return own end
  local said = name == 'maintenance' and page_of(txn, application, 'said', kind)
  if said then return said end
  local host = txn:get_var('txn.host') or 'this address'
  return (string.gsub(defaults[name .. '.' .. kind], 'HOSTNAME', function() return host end))
end)

-- An application's own page may load what it wants; without a value there is no such header.
core.register_fetches('page_policy', function(txn, name)
  local application = txn:get_var('txn.app') or ''
  if kind_of(txn) == 'html' and pages:lookup(application .. '/' .. own_names[name] .. '/html0') then return '' end
  return "default-src 'none'; style-src 'unsafe-inline'"
end)

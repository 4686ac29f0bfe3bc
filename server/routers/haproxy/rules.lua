-- Rules of requests and responses that HAProxy's configuration cannot express.

local ordinary = { ['keep-alive'] = true, close = true, upgrade = true, host = true, ['content-length'] = true, ['transfer-encoding'] = true, te = true }

-- Names of the headers that a Connection header declares as hop-by-hop (RFC 9110, 7.6.1).
local function named_headers(headers)
  local names = {}
  for _, value in pairs(headers['connection'] or {}) do
    for name in string.gmatch(string.lower(value), '[^,%s]+') do
      if not ordinary[name] then names[#names + 1] = name end
    end
  end
  return names
end

core.register_action('drop_connection_headers', { 'http-req' }, function(txn)
  for _, name in ipairs(named_headers(txn.http:req_get_headers())) do
    txn.http:req_del_header(name)
  end
end)

core.register_action('drop_connection_headers_of_response', { 'http-res' }, function(txn)
  for _, name in ipairs(named_headers(txn.http:res_get_headers())) do
    txn.http:res_del_header(name)
  end
end)

-- Members of a list header, over all its copies, which Lua numbers from 0.
local function listed(values)
  local members = {}
  for at = 0, #(values or {}) do
    for member in string.gmatch((values or {})[at] or '', '[^,]+') do
      members[#members + 1] = string.match(member, '^%s*(.-)%s*$')
    end
  end
  return members
end

local function is_address(text)
  return string.match(text, '^[%x:.]+$') ~= nil and core.parse_addr(text) ~= nil and string.match(text, '[:.]') ~= nil
end

local function is_trusted(address, networks)
  for _, network in ipairs(networks) do
    if core.match_addr(address, network) then return true end
  end
  return false
end

-- The origin of a request, as the trusted proxy that sent it reports it.
core.register_action('read_trusted_proxy', { 'http-req' }, function(txn, trusted)
  local networks = {}
  for network in string.gmatch(trusted, '%S+') do
    networks[#networks + 1] = core.parse_addr(network)
  end
  local headers = txn.http:req_get_headers()
  local peer = txn.f:src()
  local chain, source = {}, nil
  for _, member in ipairs(listed(headers['x-forwarded-for'])) do
    if is_address(member) then chain[#chain + 1] = member end
  end
  for at = #chain, 1, -1 do
    if not source and not is_trusted(core.parse_addr(chain[at]), networks) then source = chain[at] end
  end
  source = source or chain[1] or peer
  chain[#chain + 1] = peer
  local protocols = listed(headers['x-forwarded-proto'])
  local protocol = string.lower(protocols[#protocols] or '')
  local is_known = protocol == 'http' or protocol == 'https'
  local secure = txn.f:ssl_fc() == 1
  if is_known then secure = protocol == 'https' end
  local hosts = listed(headers['x-forwarded-host'])
  local ports = listed(headers['x-forwarded-port'])
  local port = ports[#ports]
  if not port or not string.match(port, '^%d%d?%d?%d?%d?$') then
    port = is_known and (secure and '443' or '80') or tostring(txn.f:dst_port())
  end
  txn:set_var('txn.source', source)
  txn:set_var('txn.secure', secure)
  txn:set_var('txn.forwarded_for', table.concat(chain, ', '))
  txn:set_var('txn.forwarded_proto', secure and 'https' or 'http')
  txn:set_var('txn.forwarded_host', hosts[#hosts] or txn.f:req_fhdr('host'))
  txn:set_var('txn.forwarded_port', port)
  local ids = headers['x-request-id']
  local id = ids and ids[0]
  if id and not ids[1] and #id <= 128 and string.match(id, '^[%w._:/+=@-]+$') then
    txn:set_var('txn.id', id)
  end
end, 1)

-- Length of a DER element whose length field begins at a position, and the position of its content.
local function der_length(der, at)
  local first = string.byte(der, at)
  if not first then return nil end
  if first < 128 then return first, at + 1 end
  local size, length = first - 128, 0
  if size < 1 or size > 3 then return nil end
  for position = at + 1, at + size do
    length = length * 256 + (string.byte(der, position) or 0)
  end
  return length, at + size + 1
end

local alternative_names = string.char(0x06, 0x03, 0x55, 0x1d, 0x11)

-- Calls back with each DNS name among the alternative names of a certificate (RFC 5280, 4.2.1.6).
local function each_dns_name(der, callback)
  local _, at = string.find(der, alternative_names, 1, true)
  if not at then return end
  at = at + 1
  -- Whether the extension is critical.
  if string.byte(der, at) == 0x01 then at = at + 3 end
  if string.byte(der, at) ~= 0x04 then return end
  local _, octets = der_length(der, at + 1)
  if not octets or string.byte(der, octets) ~= 0x30 then return end
  local length, entry = der_length(der, octets + 1)
  if not length then return end
  local finish = math.min(entry + length, #der + 1)
  while entry < finish do
    local kind = string.byte(der, entry)
    local size, content = der_length(der, entry + 1)
    if not size then return end
    if kind == 0x82 then callback(string.lower(string.sub(der, content, content + size - 1))) end
    entry = content + size
  end
end

-- Whether a certificate covers a host; a wildcard stands for one label.
local function covers(der, host)
  local parent = string.match(host, '^[^.]+(%..+)$')
  local found = false
  each_dns_name(der, function(name)
    if name == host or (parent and name == '*' .. parent) then found = true end
  end)
  return found
end

-- Requests for a host that the certificate of their connection does not cover.
core.register_action('find_misdirected', { 'http-req' }, function(txn)
  local der = txn.f:ssl_f_der()
  local host = txn:get_var('txn.host') or ''
  if not der or not covers(der, host) then txn:set_var('txn.misdirected', true) end
end)

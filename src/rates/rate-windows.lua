-- One decision on one rolling log. KEYS[1]: the log; ARGV: window in microseconds, limit, weight, 1 to count it,
-- the deadline, after which the caller has given up.
-- The log is a sorted set of 'at:weight:total', scored by the running total of weights, so that both the weight in
-- the window and the entry that has to expire for a request to fit are found without reading the whole log.
-- An entry counts in [at, at + window): a span of N microseconds holds N ticks of the clock, not N + 1.
local key, window, limit = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2])
local weight = math.min(tonumber(ARGV[3]), limit)
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
if now > tonumber(ARGV[5]) then return { 2, 0, 0, 0, now } end

local function read(member)
  local at, own, sum = string.match(member, '^(%d+):(%d+):(%d+)$')
  return tonumber(at), tonumber(own), tonumber(sum)
end

local function write(at, own, sum)
  redis.call('ZADD', key, sum, string.format('%.0f:%.0f:%.0f', at, own, sum))
end

-- A second more than the window: key expiry has a coarser clock and must not come before the last entry has expired.
local function keep()
  redis.call('PEXPIRE', key, math.ceil(window / 1000) + 1000)
end

local newest, total, used = now - window, 0, 0
local last, _ = redis.call('ZRANGE', key, -1, -1)[1], nil
if last then
  newest, _, total = read(last)
end

-- The clock was set back: set the log back with it, or the bucket would stay full until the clock has caught up.
if newest > now then
  local log, back = redis.call('ZRANGE', key, 0, -1), newest - now
  redis.call('DEL', key)
  for _, member in ipairs(log) do
    local at, own, sum = read(member)
    write(math.max(at - back, 0), own, sum)
  end
  keep()
  newest = now
end

if last and newest + window <= now then
  redis.call('DEL', key)
  newest, total = now - window, 0
elseif last then
  local batch, oldest, own, sum = 1, nil, nil, nil
  repeat
    local heads, gone = redis.call('ZRANGE', key, 0, batch - 1), 0
    for _, member in ipairs(heads) do
      oldest, own, sum = read(member)
      if oldest + window > now then break end
      gone = gone + 1
    end
    if gone > 0 then redis.call('ZREMRANGEBYRANK', key, 0, gone - 1) end
    batch = math.min(batch * 4, 256)
  until gone < #heads
  used = total - (sum - own)
end

local allowed, retry = 1, 0
if used + weight > limit then
  local blocking = redis.call('ZRANGE', key, total + weight - limit, '+inf', 'BYSCORE', 'LIMIT', 0, 1)[1]
  allowed, retry = 0, math.ceil((read(blocking) + window - now) / 1000000)
elseif ARGV[4] == '1' then
  write(now, weight, total + weight)
  keep()
  newest, used = now, used + weight
end
return { allowed, math.max(limit - used, 0), math.ceil((newest + window - now) / 1000000), retry, now }

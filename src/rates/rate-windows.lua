-- One decision on one or more rolling logs: the requests are counted in all of them, or in none. KEYS: the logs; ARGV: window
-- in microseconds, 1 to count, limit and weight of each log, and last the deadline, after which the caller has given up.
-- The answer is whether all allow it, then what is left of the first log and when all of it is, the longest wait, and the time.
-- A log is a sorted set of 'at:weight:total', scored by the running total of weights, so that both the weight in
-- the window and the entry that has to expire for a request to fit are found without reading the whole log.
-- An entry counts in [at, at + window): a span of N microseconds holds N ticks of the clock, not N + 1.
local window = tonumber(ARGV[1])
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
if now > tonumber(ARGV[#ARGV]) then return { 2, 0, 0, 0, now } end

local function read(member)
  local at, own, sum = string.match(member, '^(%d+):(%d+):(%d+)$')
  return tonumber(at), tonumber(own), tonumber(sum)
end

local function write(key, at, own, sum)
  redis.call('ZADD', key, sum, string.format('%.0f:%.0f:%.0f', at, own, sum))
end

-- A second more than the window: key expiry has a coarser clock and must not come before the last entry has expired.
local function keep(key)
  redis.call('PEXPIRE', key, math.ceil(window / 1000) + 1000)
end

-- What a log has in the window, without what has expired.
local function look(key)
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
      write(key, math.max(at - back, 0), own, sum)
    end
    keep(key)
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
  return newest, total, used
end

local allowed, retry, logs = 1, 0, {}
for i, key in ipairs(KEYS) do
  local limit = tonumber(ARGV[1 + 2 * i])
  local weight = math.min(tonumber(ARGV[2 + 2 * i]), limit)
  local newest, total, used = look(key)
  if used + weight > limit then
    local blocking = redis.call('ZRANGE', key, total + weight - limit, '+inf', 'BYSCORE', 'LIMIT', 0, 1)[1]
    allowed, retry = 0, math.max(retry, math.ceil((read(blocking) + window - now) / 1000000))
  end
  logs[i] = { limit = limit, weight = weight, newest = newest, total = total, used = used }
end

if allowed == 1 and ARGV[2] == '1' then
  for i, key in ipairs(KEYS) do
    local log = logs[i]
    write(key, now, log.weight, log.total + log.weight)
    keep(key)
    log.newest, log.used = now, log.used + log.weight
  end
end
local first = logs[1]
return { allowed, math.max(first.limit - first.used, 0), math.ceil((first.newest + window - now) / 1000000), retry, now }

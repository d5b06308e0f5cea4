-- One decision on one series of tries. KEYS[1]: the series; ARGV: how many tries are free, the first delay, the longest
-- delay and how long a series is remembered, all in microseconds, then the deadline, after which the caller has given up.
-- A try is counted here, before anybody knows whether it succeeds: tries that come at once are counted one by one.
local key, free, first, longest, memory = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
if now > tonumber(ARGV[5]) then return { 2, 0, 0, 0, now } end

local known = redis.call('HMGET', key, 'tries', 'refused', 'until')
local tries, refused, till = tonumber(known[1] or 0), tonumber(known[2] or 0), tonumber(known[3] or 0)
-- After the clock was set back, nobody waits longer than the longest delay.
till = math.min(till, now + longest)

if now < till then
  refused = redis.call('HINCRBY', key, 'refused', 1)
  return { 0, tries, refused, math.ceil((till - now) / 1000000), now }
end

tries = tries + 1
local delay = 0
if tries >= free then delay = math.min(first * 2 ^ math.min(tries - free, 40), longest) end
redis.call('HSET', key, 'tries', tries, 'refused', 0, 'until', string.format('%.0f', now + delay))
redis.call('PEXPIRE', key, math.ceil(memory / 1000))
return { 1, tries, 0, 0, now }

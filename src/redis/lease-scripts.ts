import { redisScript } from './redis-script.ts'

/*
 * Two hashes a run. `held`: key -> `r:<expires at, in ms>:<owner>` or `s:<owner>`; `delivered`: key -> count. Every script
 * takes both keys, and as first argument how long both are kept from now on. Time is the server's own.
 */
const prelude = `
local held, counts, keep = KEYS[1], KEYS[2], ARGV[1]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function lease(key)
  local value = redis.call('HGET', held, key)
  if not value then return nil end
  if string.sub(value, 1, 2) == 's:' then return { state = 's', owner = string.sub(value, 3) } end
  local expires, owner = string.match(value, '^r:(%d+):(.*)$')
  if tonumber(expires) <= now then return nil end
  return { state = 'r', owner = owner }
end
local function reserve(key, owner, ttl)
  redis.call('HSET', held, key, string.format('r:%.0f:%s', now + ttl, owner))
end
local function free(key, calls)
  return not lease(key) and (tonumber(redis.call('HGET', counts, key)) or 0) < tonumber(calls)
end
local function touch()
  redis.call('PEXPIRE', held, keep)
  redis.call('PEXPIRE', counts, keep)
end
`

/** owner, time to live, calls, keys -> the keys that the owner holds */
export const reserveScript = redisScript(`${prelude}
local owner, granted = ARGV[2], {}
for at = 5, #ARGV do
  local key = ARGV[at]
  local found = lease(key)
  local own = found and found.owner == owner
  if free(key, ARGV[4]) or (own and found.state == 'r') then reserve(key, owner, ARGV[3]) own = true end
  if own then granted[#granted + 1] = key end
end
touch()
return granted`)

/** owner, keys -> 1 when all are its own and are sending now, 0 when one is not and nothing changed */
export const sendScript = redisScript(`${prelude}
local owner = ARGV[2]
for at = 3, #ARGV do
  local found = lease(ARGV[at])
  if not found or found.owner ~= owner then return 0 end
end
for at = 3, #ARGV do redis.call('HSET', held, ARGV[at], 's:' .. owner) end
touch()
return 1`)

/** owner, forwarded keys -> 1 when the owner held something, and all that was forwarded */
export const settleScript = redisScript(`${prelude}
local owner, forwarded, whole, any = ARGV[2], {}, 1, false
for at = 3, #ARGV do
  forwarded[ARGV[at]] = true
  local found = lease(ARGV[at])
  if not found or found.owner ~= owner then whole = 0 end
end
for _, key in ipairs(redis.call('HKEYS', held)) do
  local found = lease(key)
  if found and found.owner == owner then
    any = true
    redis.call('HDEL', held, key)
    if forwarded[key] then redis.call('HINCRBY', counts, key, 1) end
  elseif not found then
    redis.call('HDEL', held, key)
  end
end
touch()
if not any then return 0 end
return whole`)

/** time to live, owners: keeps what they have reserved and not lost yet */
export const renewScript = redisScript(`${prelude}
local owners = {}
for at = 3, #ARGV do owners[ARGV[at]] = true end
for _, key in ipairs(redis.call('HKEYS', held)) do
  local found = lease(key)
  if found and found.state == 'r' and owners[found.owner] then reserve(key, found.owner, ARGV[2]) end
end
touch()
return 1`)

/** calls, keys -> those that are free */
export const freeScript = redisScript(`${prelude}
local found = {}
for at = 3, #ARGV do if free(ARGV[at], ARGV[2]) then found[#found + 1] = ARGV[at] end end
return found`)

/** pairs of key and count: no count is lowered */
export const restoreScript = redisScript(`${prelude}
for at = 2, #ARGV, 2 do
  local count = tonumber(redis.call('HGET', counts, ARGV[at])) or 0
  if tonumber(ARGV[at + 1]) > count then redis.call('HSET', counts, ARGV[at], ARGV[at + 1]) end
end
touch()
return 1`)

/** -> keys and counts of what was delivered, one after the other, and the keys of what is sending */
export const stateScript = redisScript(`${prelude}
local sending = {}
for _, key in ipairs(redis.call('HKEYS', held)) do
  local found = lease(key)
  if found and found.state == 's' then sending[#sending + 1] = key end
end
return { redis.call('HGETALL', counts), sending }`)

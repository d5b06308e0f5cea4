local threads = 0

-- Each thread talks to one of the ports, so that several processes of one server get equal shares.
function setup(thread)
  local ports = {}
  for port in os.getenv("LOAD_PORTS"):gmatch("%d+") do ports[#ports + 1] = port end
  thread.addr = wrk.lookup("127.0.0.1", ports[1 + threads % #ports])[1]
  thread:set("number", threads)
  threads = threads + 1
end

local workload, patients, clients, scheme, credentials
local requests = 0

function init()
  workload = os.getenv("LOAD_WORKLOAD")
  patients = tonumber(os.getenv("LOAD_PATIENTS"))
  clients = tonumber(os.getenv("LOAD_CLIENTS"))
  scheme = os.getenv("LOAD_SCHEME")
  credentials = {}
  local tokens = tonumber(os.getenv("LOAD_TOKENS"))
  for line in io.lines(os.getenv("LOAD_CREDENTIALS")) do
    if #credentials == tokens then break end
    local organisation, token = line:match("^(%d+) (%x+)$")
    credentials[#credentials + 1] = { organisation = tonumber(organisation), token = token }
  end
  math.randomseed(tonumber(os.getenv("LOAD_SEED")) * 16 + number)
end

local function get(path, authorization)
  return wrk.format("GET", path, { authorization = authorization })
end

local function post(path, authorization, body)
  local key = string.format("%d-%d-%d-%d", os.time(), number, requests, math.random(1000000000))
  return wrk.format("POST", path, {
    authorization = authorization,
    ["content-type"] = "application/json",
    ["idempotency-key"] = key,
  }, body)
end

local workloads = {
  retrieve = function(base, organisation, authorization)
    return get(base .. "patient/" .. (organisation - 1) * patients + math.random(patients) .. "/", authorization)
  end,
  list = function(base, _, authorization)
    return get(base .. "patient/?page=" .. math.random(4) .. "&species__is=" .. math.random(2), authorization)
  end,
  create = function(base, organisation, authorization)
    local client = (organisation - 1) * clients + math.random(clients)
    local body = '{"client":"http://127.0.0.1' .. base .. "client/" .. client .. '/","phone_number":"040 '
      .. math.random(1000000, 9999999) .. '","type_code":1,"description":"Mobile"}'
    return post(base .. "phonenumber/", authorization, body)
  end,
  pay = function(base, organisation, authorization)
    local invoice = (organisation - 1) * clients + math.random(clients)
    local body = '{"invoice":"http://127.0.0.1' .. base .. "invoice/" .. invoice .. '/","payment_type":'
      .. math.random(0, 2) .. ',"paid":"1.00"}'
    return post(base .. "invoicepayment/", authorization, body)
  end,
}

function request()
  requests = requests + 1
  local credential = credentials[math.random(#credentials)]
  local organisation = credential.organisation
  return workloads[workload]("/" .. organisation .. "/api/0.1/", organisation, scheme .. " " .. credential.token)
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests":%d,"seconds":%.6f,"p50":%.3f,"p99":%.3f,"status_errors":%d,"socket_errors":%d}\n',
    summary.requests, summary.duration / 1000000, latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end

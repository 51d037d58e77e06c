-- The server as the commands see it: which one is meant, and what it is asked.
local M = {}

-- Of a folder around a file, those that say most are first: a module in a control repo belongs to that.
local MARKERS = { { 'environment.conf', 'Puppetfile' }, { 'hiera.yaml' }, { 'metadata.json' }, { '.git' } }
local told = false

-- The folder that the server is started for; nil where a file has nothing to do with Puppet.
function M.root(buffer)
  for number, names in ipairs(MARKERS) do
    local root = number < #MARKERS and vim.fs.root(buffer, names)
    if root then return root end
  end
  local kind = vim.bo[buffer].filetype
  if kind == 'yaml' or kind == 'json' then return nil end
  local name = vim.api.nvim_buf_get_name(buffer)
  return vim.fs.root(buffer, MARKERS[#MARKERS]) or vim.fs.dirname(name ~= '' and name or vim.fn.getcwd() .. '/x')
end

function M.root_dir(buffer, found)
  if vim.bo[buffer].buftype ~= '' then return end
  local root = M.root(buffer)
  if root and M.installed(M.config().cmd) then found(root) end
end

function M.config()
  if vim.lsp.config then return vim.lsp.config.puppetlens end
  return vim.tbl_deep_extend('force', dofile(M.file('lsp/puppetlens.lua')), vim.g.puppetlens or {})
end

-- A file of this plug-in.
function M.file(name)
  local here = vim.fs.dirname(vim.fs.dirname(vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2))))
  return here .. '/' .. name
end

-- What installs the program: from the repository that this plug-in is a part of.
function M.installing()
  local repository = vim.fs.dirname(vim.fs.dirname(vim.fs.dirname(M.file('lua'))))
  return 'pipx install ' .. (vim.fn.filereadable(repository .. '/pyproject.toml') == 1 and repository or 'ITS-REPOSITORY')
end

-- Whether the program is there; said once where it is not.
function M.installed(command)
  if type(command) ~= 'table' or vim.fn.executable(command[1]) == 1 then return true end
  if not told then
    told = true
    local how = ('install it with "%s", or name it: :help puppetlens-cmd'):format(M.installing())
    vim.notify(('puppetlens: there is no program "%s"; %s'):format(command[1], how), vim.log.levels.WARN)
  end
  return false
end

-- The client of a buffer (that of a preview is the one that it was asked of), else any; nil (and a message) where there is none.
function M.get(quiet, buffer)
  buffer = buffer or 0
  local found = vim.lsp.get_clients({ id = vim.b[buffer].puppetlens_client or -1 })[1]
    or vim.lsp.get_clients({ name = 'puppetlens', bufnr = buffer })[1]
    or vim.lsp.get_clients({ name = 'puppetlens' })[1]
  if not found and not quiet then
    vim.notify('puppetlens: no server runs; open a manifest first (:checkhealth puppetlens)', vim.log.levels.ERROR)
  end
  return found
end

-- Run a command of a buffer's server; `done(answer)` where there is an answer, else a message (or `failed(problem)`).
function M.ask(command, argument, done, failed, buffer)
  local client = M.get(false, buffer)
  if not client then return end
  local known = vim.tbl_get(client.server_capabilities, 'executeCommandProvider', 'commands') or {}
  if not vim.tbl_contains(known, command) then
    return vim.notify('puppetlens: this server has no ' .. command .. '; a newer one has', vim.log.levels.ERROR)
  end
  local params = { command = command, arguments = { argument } }
  local function answered(problem, answer)
    if not problem then return done(answer) end
    local outdated = problem.code == -32801 or problem.code == -32800
    if outdated then return end
    if failed then return failed(problem) end
    vim.notify('puppetlens: ' .. problem.message, vim.log.levels.ERROR)
  end
  if vim.fn.has('nvim-0.11') == 1 then return client:request('workspace/executeCommand', params, answered) end
  return client.request('workspace/executeCommand', params, answered)
end

-- The names of all nodes, those with facts first; waits for them.
function M.nodes()
  local client = M.get(true)
  if not client then return {} end
  local params = { command = 'puppetlens.listNodes', arguments = {} }
  local answer
  if vim.fn.has('nvim-0.11') == 1 then
    answer = client:request_sync('workspace/executeCommand', params, 3000)
  else
    answer = client.request_sync('workspace/executeCommand', params, 3000, 0)
  end
  local nodes = answer and answer.result or {}
  table.sort(nodes, function(a, b)
    if a.facts ~= b.facts then return a.facts end
    return a.name < b.name
  end)
  return nodes
end

function M.complete_node(begin)
  local names = vim.tbl_map(function(node) return node.name end, M.nodes())
  return vim.tbl_filter(function(name) return vim.startswith(name, begin) end, names)
end

-- What a code lens does.
function M.show_references(command, context)
  local client = vim.lsp.get_client_by_id(context.client_id)
  local items = vim.lsp.util.locations_to_items(command.arguments[3], client.offset_encoding)
  vim.fn.setqflist({}, ' ', { title = command.title, items = items })
  vim.cmd('botright copen')
end

return M

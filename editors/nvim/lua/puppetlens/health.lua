-- `:checkhealth puppetlens`
local client = require('puppetlens.client')
local M = {}

local function program(health)
  local command = client.config().cmd
  if type(command) ~= 'table' then return health.ok('the server is started by a function of yours') end
  if vim.fn.executable(command[1]) == 0 then
    return health.error(('there is no program "%s"'):format(command[1]), {
      client.installing(),
      "or name it: vim.lsp.config('puppetlens', { cmd = { '/path/to/puppetlens', 'serve' } })",
    })
  end
  local asked = vim.list_extend(vim.list_slice(command, 1, #command - 1), { '--version' })
  local answer = vim.fn.system(asked)
  if vim.v.shell_error ~= 0 then
    return health.error(('%s does not run: %s'):format(table.concat(asked, ' '), vim.trim(answer)))
  end
  health.ok(('%s: %s'):format(vim.fn.exepath(command[1]), vim.trim(answer)))
end

function M.check()
  if vim.fn.has('nvim-0.10') == 0 then
    local older = vim.health or require('health')
    older.report_start('puppetlens')
    return older.report_error('this plug-in needs Neovim 0.10 or newer; docs/editors.md says what to do with an older one')
  end
  local health = vim.health
  health.start('puppetlens')
  local version = vim.version()
  health.ok(('Neovim %d.%d.%d'):format(version.major, version.minor, version.patch))
  program(health)
  local running = vim.lsp.get_clients({ name = 'puppetlens' })
  if #running == 0 then return health.info('no server runs: one is started with the first manifest that is opened') end
  for _, each in ipairs(running) do
    local buffers = vim.tbl_count(each.attached_buffers)
    health.ok(('a server runs for %s, with %d buffers'):format(each.config.root_dir or 'no folder', buffers))
  end
  local nodes = client.nodes()
  local with_facts = #vim.tbl_filter(function(each) return each.facts end, nodes)
  if with_facts > 0 then
    health.ok(('%d nodes, %d with facts'):format(#nodes, with_facts))
  else
    health.warn(('%d nodes, none with facts'):format(#nodes), {
      'put what "puppet facts show" prints on a node in facts/CERTNAME.json of the control repo',
    })
  end
end

return M

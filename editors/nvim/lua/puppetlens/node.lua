-- Which node is meant: the one that was chosen, for commands and (where the server has it) for what is shown in the code.
local client = require('puppetlens.client')
local M = { chosen = nil, state = nil }

-- The node for a command: the one named, else the chosen one, else a question.
function M.pick(named, done)
  local name = named ~= '' and named or M.chosen
  if name then return done(name) end
  if not client.get() then return end
  local nodes = client.nodes()
  local with_facts = vim.tbl_filter(function(node) return node.facts end, nodes)
  if #with_facts == 1 then return done(with_facts[1].name) end
  if #nodes == 0 then
    return vim.notify('puppetlens: there is no node: put its facts in facts/CERTNAME.json', vim.log.levels.ERROR)
  end
  local function shown(node) return node.facts and node.name or node.name .. '  (no facts)' end
  vim.ui.select(nodes, { prompt = 'Node', format_item = shown }, function(node)
    if node then done(node.name) end
  end)
end

-- Values of this node are shown from now on; of none with an empty name and `none`.
function M.choose(named, none)
  if none then
    M.chosen = nil
    return M.tell(vim.NIL)
  end
  if named == '' and M.chosen then return vim.notify(M.statusline()) end
  M.pick(named, function(name)
    M.chosen = name
    M.tell({ node = name })
  end)
end

function M.tell(argument)
  local running = client.get()
  local known = running and vim.tbl_get(running.server_capabilities, 'executeCommandProvider', 'commands') or {}
  if vim.tbl_contains(known, 'puppetlens.setActiveNode') then
    client.ask('puppetlens.setActiveNode', argument, function(answer)
      M.changed(nil, answer)
      if answer.node ~= vim.NIL and not answer.facts then
        local where = ('facts/%s.json is where they are looked for'):format(answer.node)
        vim.notify(('puppetlens: there are no facts of %s: %s'):format(answer.node, where), vim.log.levels.WARN)
      end
    end)
  end
end

function M.changed(_, state)
  M.state = state
  vim.api.nvim_exec_autocmds('User', { pattern = 'PuppetNode', data = state })
  vim.cmd('redrawstatus!')
end

-- For a status line: `web01.example.com ok, 213`, and that nothing is known of a node (its name may be mistyped).
function M.statusline()
  if not M.chosen then return '' end
  local state = M.state
  if not state or type(state.node) ~= 'string' or state.node ~= M.chosen then return M.chosen end
  local count = type(state.resources) == 'number' and ', ' .. state.resources or ''
  return ('%s %s%s%s'):format(M.chosen, state.state, count, state.facts and '' or ', no facts')
end

return M

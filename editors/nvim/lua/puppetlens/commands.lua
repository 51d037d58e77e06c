-- What the user commands do.
local client = require('puppetlens.client')
local node = require('puppetlens.node')
local preview = require('puppetlens.preview')
local M = {}

-- A window with lines that nobody edits.
local function show(name, kind, text, mods)
  vim.cmd((mods ~= '' and mods or 'botright') .. ' new')
  local buffer = vim.api.nvim_get_current_buf()
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(vim.trim(text), '\n'))
  pcall(vim.api.nvim_buf_set_name, buffer, name)
  vim.bo[buffer].buftype, vim.bo[buffer].bufhidden, vim.bo[buffer].swapfile = 'nofile', 'wipe', false
  vim.bo[buffer].filetype, vim.bo[buffer].modifiable = kind, false
  vim.keymap.set('n', 'q', '<Cmd>close<CR>', { buffer = buffer, nowait = true })
end

function M.preview(options)
  node.pick(options.args, function(name) preview.node(name, options.mods) end)
end

function M.preview_class(options)
  preview.class(options.args, options.mods)
end

function M.node(options)
  node.choose(options.args, options.bang)
end

-- What the buffers change on a node: against the saved files, or a revision of git.
function M.diff(options)
  local argument = options.args ~= '' and { from = { revision = options.args } } or vim.empty_dict()
  local against = options.args ~= '' and options.args or 'the saved files'
  local function compare(name)
    if name then argument.node = name else argument.all = true end
    client.ask('puppetlens.diff', argument, function(answer)
      local title = ('%s against %s'):format(name or 'all nodes', against)
      local text = answer.text ~= '' and answer.text or answer.summary
      show('puppet-diff://' .. title, 'puppetdiff', text, options.mods)
    end)
  end
  if options.bang then return compare(nil) end
  node.pick(preview.node_in_sight() or '', compare)
end

-- What the cursor is at: `File[/etc/motd]` around it (of a preview the resource of its line), else what comes from the line.
local function resource_here()
  if vim.bo.filetype == 'puppetcatalog' then
    return { resource = preview.at(vim.api.nvim_get_current_buf(), vim.fn.line('.')) }
  end
  local line, column = vim.api.nvim_get_current_line(), vim.fn.col('.')
  local start = 1
  while true do
    local first, last = line:find("[%w:]+%b[]", start)
    if not first then break end
    if first <= column and column <= last then return { resource = line:sub(first, last) } end
    start = last + 1
  end
  return { resource = vim.fn.expand('<cword>'), uri = vim.uri_from_bufnr(0), line = vim.fn.line('.') - 1 }
end

function M.explain(options)
  local asked = options.args ~= '' and { resource = options.args } or resource_here()
  if not asked.resource then return vim.notify('puppetlens: which resource?', vim.log.levels.ERROR) end
  node.pick(preview.node_in_sight() or '', function(name)
    asked.node = name
    client.ask('puppetlens.explain', asked, function(answer)
      local what = vim.tbl_get(answer, 'explanation', 'name') or asked.resource
      show(('puppet-explain://%s on %s'):format(what, name), 'puppetcatalog', answer.text, options.mods)
    end)
  end)
end

return M

-- The catalog of a node in a window that follows edits. While the code is broken the last good one stays, and the bar above says so.
local client = require('puppetlens.client')
local M = {}

-- buffer -> what it shows: the argument it was asked with, `provenance`, and since when it is out of date
local shown = {}

-- In a narrow window its end is not seen.
local function bar(buffer, group, text)
  local escaped = text:gsub('%%', '%%%%'):gsub('\n.*', '')
  for _, window in ipairs(vim.fn.win_findbuf(buffer)) do
    vim.wo[window][0].winbar = ('%%#%s#%s%%<'):format(group, escaped)
  end
end

-- What is wrong, without the words that Puppet begins all such sentences with
local function reason(message)
  for _, known in ipairs({ 'Could not parse for environment %S+: ', 'Evaluation Error: ', 'Error while evaluating an? [%w ]+, ' }) do
    message = message:gsub('^' .. known, '')
  end
  return message
end

-- Change only the lines that differ: the cursor, marks and closed folds stay where they are.
local function replace(buffer, lines)
  local old = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n') .. '\n'
  local diff = vim.text and vim.text.diff or vim.diff
  local hunks = diff(old, table.concat(lines, '\n') .. '\n', { result_type = 'indices' })
  vim.bo[buffer].modifiable = true
  for number = #hunks, 1, -1 do
    local from, count, to, added = unpack(hunks[number])
    local first = count > 0 and from - 1 or from
    vim.api.nvim_buf_set_lines(buffer, first, first + count, false, vim.list_slice(lines, to, to + added - 1))
  end
  vim.bo[buffer].modifiable = false
  vim.bo[buffer].modified = false
end

-- ` (modules/web/manifests/init.pp:3)`: where a fault is
local function place(answer)
  local file, line = answer.error.file, answer.error.line
  if type(file) ~= 'string' then return '' end
  local root = answer.root .. '/'
  local shorter = vim.startswith(file, root) and file:sub(#root + 1) or file
  return (' (%s%s)'):format(shorter, type(line) == 'number' and ':' .. line or '')
end

local function refresh(buffer)
  local view = shown[buffer]
  client.ask(view.command, view.argument, function(answer)
    if not vim.api.nvim_buf_is_valid(buffer) then return end
    view.answered = true
    if answer.class then view.title = 'class ' .. answer.class end
    local good = answer.catalog ~= nil and answer.catalog ~= vim.NIL
    if not view.provenance then -- a catalog is to be looked over, what stands in its place is to be read
      for _, window in ipairs(vim.fn.win_findbuf(buffer)) do vim.wo[window][0].wrap = not good end
    end
    if good or not view.provenance then replace(buffer, vim.split(vim.trim(answer.text), '\n')) end
    if good then
      view.provenance, view.root, view.at, view.node = answer.provenance, answer.root, os.date('%H:%M:%S'), answer.node
      local count = ('%s: %d resources'):format(view.title, #answer.catalog.resources)
      local holes = type(answer.incomplete) == 'table' and ', incomplete' or ''
      bar(buffer, holes == '' and 'WinBar' or 'WarningMsg', count .. holes)
    else
      local since = view.at and (' (catalog of %s)'):format(view.at) or ''
      local why = reason(answer.error.message):gsub('\n.*', '') .. place(answer)
      bar(buffer, 'ErrorMsg', ('%s does not compile: %s%s'):format(view.title, why, since))
    end
    vim.api.nvim_exec_autocmds('User', { pattern = 'PuppetPreview', data = { buffer = buffer, good = good } })
  end, function(problem)
    if view.answered then
      bar(buffer, 'ErrorMsg', problem.message)
    elseif vim.api.nvim_buf_is_valid(buffer) then
      vim.api.nvim_buf_delete(buffer, { force = true }) -- there is no such thing: an empty window says nothing
    end
    vim.notify('puppetlens: ' .. problem.message, vim.log.levels.ERROR)
  end, buffer)
end

local function open(title, command, argument, mods)
  local asked = client.get()
  if not asked then return end
  local name = 'puppet-catalog://' .. title
  local buffer = vim.fn.bufnr('^' .. vim.fn.escape(name, '*?[]{}\\') .. '$')
  if buffer > 0 and vim.fn.bufwinid(buffer) > 0 then
    vim.fn.win_gotoid(vim.fn.bufwinid(buffer))
  else
    vim.cmd((mods ~= '' and mods or 'botright vertical') .. ' new')
    buffer = vim.api.nvim_get_current_buf()
    vim.api.nvim_buf_set_name(buffer, name)
    vim.bo[buffer].buftype, vim.bo[buffer].bufhidden, vim.bo[buffer].swapfile = 'nofile', 'wipe', false
    vim.bo[buffer].filetype = 'puppetcatalog'
    vim.api.nvim_create_autocmd('BufWipeout', { buffer = buffer, callback = function() shown[buffer] = nil end })
  end
  vim.b[buffer].puppetlens_client = asked.id
  shown[buffer] = { title = title, command = command, argument = argument }
  bar(buffer, 'WinBar', title .. ' ...')
  refresh(buffer)
end

function M.node(name, mods)
  open(name, 'puppetlens.previewCatalog', { node = name, provenance = true }, mods)
end

-- The class at the cursor, with the facts of a node where several have some.
function M.class(node, mods)
  local argument = { uri = vim.uri_from_bufnr(0), line = vim.fn.line('.') - 1 }
  if node ~= '' then argument.node = node end
  open('class at ' .. vim.fn.expand('%:.') .. ':' .. vim.fn.line('.'), 'puppetlens.previewClass', argument, mods)
end

-- A server says that what previews read has changed.
function M.changed(_, result, context)
  for buffer, view in pairs(shown) do
    local asked = client.get(true, buffer)
    for _, each in ipairs(asked and asked.id == context.client_id and result.previews or {}) do
      local of_class = each.class ~= nil and each.class ~= vim.NIL
      local same = view.command == 'puppetlens.previewClass' and of_class or view.node == each.node and not of_class
      if same or view.node == nil then
        refresh(buffer)
        break
      end
    end
  end
end

-- The resource and the parameter of a line of the preview.
function M.at(buffer, row)
  local lines = vim.api.nvim_buf_get_lines(buffer, 0, row, false)
  local parameter
  for number = #lines, 1, -1 do
    local line = lines[number]
    if line:match('^%S') then
      if line:match('^#') then return nil end
      return (line:gsub('  # [^#]*$', ''):gsub('^@@', '')), parameter
    end
    parameter = parameter or line:match('^  (%S+)%s+=>')
  end
end

-- Go to where the parameter under the cursor was set, or the resource declared, in the window beside.
function M.jump()
  local buffer = vim.api.nvim_get_current_buf()
  local view = shown[buffer]
  local resource, parameter = M.at(buffer, vim.fn.line('.'))
  local origin = view and resource and vim.tbl_get(view, 'provenance', resource)
  local set = origin and parameter and vim.tbl_get(origin, 'parameters', parameter)
  local place = set and set.file and set or origin
  if not place or not place.file then
    return vim.notify('puppetlens: where this comes from is not in a file')
  end
  local beside = vim.tbl_filter(function(window)
    return vim.bo[vim.api.nvim_win_get_buf(window)].buftype == '' and vim.api.nvim_win_get_config(window).relative == ''
  end, vim.api.nvim_tabpage_list_wins(0))
  if beside[1] then vim.api.nvim_set_current_win(beside[1]) else vim.cmd('aboveleft vsplit') end
  vim.cmd("normal! m'")
  vim.cmd.edit(vim.fn.fnameescape(place.file))
  local line = math.min(place.line or 1, vim.api.nvim_buf_line_count(0))
  local text = vim.api.nvim_buf_get_lines(0, line - 1, line, false)[1] or ''
  -- Puppet counts characters
  local column = vim.fn.byteidx(text, (place.column or 1) - 1)
  vim.api.nvim_win_set_cursor(0, { line, math.max(column, 0) })
  vim.cmd('normal! zv')
end

-- The node of the preview that a person looks at: this window's, else one beside it.
function M.node_in_sight()
  local windows = vim.list_extend({ vim.api.nvim_get_current_win() }, vim.api.nvim_tabpage_list_wins(0))
  for _, window in ipairs(windows) do
    local view = shown[vim.api.nvim_win_get_buf(window)]
    if view and view.node then return view.node end
  end
end

return M

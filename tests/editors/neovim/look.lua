-- What a user of Neovim sees, as JSON in the file that $SEEN names. Needs $SERVER (a JSON list) and $SITE (a file).
-- nvim --headless --clean -i NONE -n -S look.lua
local seen = {}

local function wait(what, condition)
  assert(vim.wait(15000, condition, 10), 'waited in vain for ' .. what)
end

local function start(command, root)
  local config = { name = 'puppetlens', cmd = command, root_dir = root }
  config.handlers = {
    ['puppetlens/previewsChanged'] = function(_, result)
      seen.stale = result.previews[1].node
    end,
  }
  if vim.lsp.start then
    return vim.lsp.start(config)
  end
  local id = vim.lsp.start_client(config)
  vim.lsp.buf_attach_client(0, id)
  return id
end

local function look()
  local site = vim.env.SITE
  vim.cmd('edit ' .. vim.fn.fnameescape(site))
  local buffer = vim.api.nvim_get_current_buf()
  vim.bo[buffer].filetype = 'puppet'
  local id = start(vim.fn.json_decode(vim.env.SERVER), vim.fn.fnamemodify(site, ':h:h'))
  local function client() return vim.lsp.get_client_by_id(id) end
  local function ask(method, params)
    local answers = vim.lsp.buf_request_sync(buffer, method, params, 15000)
    assert(answers and answers[id], method .. ' got no answer')
    return answers[id].result
  end
  wait('initialize', function() return client() and client().server_capabilities and client().initialized ~= false end)
  seen.encoding = client().offset_encoding

  -- a finding behind an emoji: Neovim turns the server's columns into bytes of its line
  wait('diagnostics', function() return #vim.diagnostic.get(buffer) > 0 end)
  local finding = vim.diagnostic.get(buffer)[1]
  local line = vim.api.nvim_buf_get_lines(buffer, finding.lnum, finding.lnum + 1, false)[1]
  seen.finding = { message = finding.message, marked = line:sub(finding.col + 1, finding.end_col) }

  -- the cursor behind an emoji: go to definition as a user does
  vim.api.nvim_win_set_cursor(0, { finding.lnum + 1, (line:find('web', 1, true)) })
  local word = vim.fn.expand('<cword>')
  vim.lsp.buf.definition()
  wait('the definition', function() return vim.fn.expand('%:t') == 'init.pp' end)
  local at = vim.api.nvim_win_get_cursor(0)
  seen.definition = { word = word, file = vim.fn.expand('%:t'), line = at[1], column = at[2] }
  vim.cmd('buffer ' .. buffer)

  -- hover
  vim.api.nvim_win_set_cursor(0, { finding.lnum + 1, (line:find('web', 1, true)) })
  seen.hover = ask('textDocument/hover', vim.lsp.util.make_position_params(0, client().offset_encoding)).contents.value

  -- an edit behind the emoji: the finding goes away
  vim.api.nvim_buf_set_text(buffer, finding.lnum, finding.col, finding.lnum, finding.end_col, { 'web' })
  wait('the findings to go', function() return #vim.diagnostic.get(buffer) == 0 end)

  -- a file comes from elsewhere (`git pull`), and the buffer is not touched
  vim.api.nvim_buf_set_lines(buffer, -1, -1, false, { 'include web::pulled' })
  wait('a finding again', function() return #vim.diagnostic.get(buffer) > 0 end)
  local pulled = assert(io.open(vim.fn.fnamemodify(site, ':h:h') .. '/modules/web/manifests/pulled.pp', 'w'))
  pulled:write('class web::pulled {}\n')
  pulled:close()
  wait('the file to be noticed', function() return #vim.diagnostic.get(buffer) == 0 end)
  seen.pulled = true
  vim.api.nvim_buf_set_lines(buffer, -2, -1, false, {})

  -- the preview shows what is typed and not saved, and says when it is out of date
  local function preview()
    local argument = { node = 'a.example.com' }
    return ask('workspace/executeCommand', { command = 'puppetlens.previewCatalog', arguments = { argument } })
  end
  vim.api.nvim_buf_set_lines(buffer, -1, -1, false, { "notify { 'typed 😀': }" })
  seen.preview = preview().text
  vim.api.nvim_buf_set_lines(buffer, -2, -1, false, { "notify { 'typed again': }" })
  wait('previewsChanged', function() return seen.stale ~= nil end)
  seen.refreshed = preview().text

  client().stop()
  wait('the server to stop', function() return client() == nil end)
  local version = vim.version()
  seen.version = ('%d.%d.%d'):format(version.major, version.minor, version.patch)
end

local ok, fault = pcall(look)
if not ok then
  seen.fault = tostring(fault)
end
vim.fn.writefile({ vim.fn.json_encode(seen) }, vim.env.SEEN)
vim.cmd('qall!')

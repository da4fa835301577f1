-- Neovim's own client opens a model, edits it as a person would, and asks. What it is told is written as lines
-- of text; what goes wrong ends it with status 1.
local server, folder = vim.env.ASTRAGAL, vim.env.FOLDER
local out = {}
local function say(...) table.insert(out, table.concat({ ... }, ' ')) end

local ok, err = pcall(function()
  vim.cmd('edit ' .. folder .. '/m.yaml')
  local buf = vim.api.nvim_get_current_buf()
  local id = vim.lsp.start_client({ name = 'astragal', cmd = { server, 'lsp' }, root_dir = folder })
  assert(vim.lsp.buf_attach_client(buf, id), 'cannot attach')
  assert(vim.wait(20000, function() return vim.lsp.buf_is_attached(buf, id) and vim.lsp.get_client_by_id(id).initialized end), 'no greeting')
  local client = vim.lsp.get_client_by_id(id)

  local function position(line, text, behind)
    local s, e = string.find(vim.api.nvim_buf_get_lines(buf, line - 1, line, true)[1], text, 1, true)
    return { textDocument = { uri = vim.uri_from_bufnr(buf) }, position = { line = line - 1, character = behind and e or s - 1 } }
  end
  local function ask(method, params)
    local answer = client.request_sync('textDocument/' .. method, params, 20000, buf)
    assert(answer and not answer.err, method .. ' failed: ' .. vim.inspect(answer))
    return answer.result
  end
  -- Which warnings a model gets besides is for the tests of the checks.
  local function shown()
    return vim.tbl_filter(function(d)
      return d.severity == vim.diagnostic.severity.ERROR or d.code == 'unknown-key'
    end, vim.diagnostic.get(buf))
  end
  local function diagnostics(count)
    assert(vim.wait(60000, function() return #shown() == count end, 20), 'diagnostics: ' .. vim.inspect(shown()))
    for _, d in ipairs(shown()) do say('diagnostic', d.lnum + 1, d.col + 1, d.code) end
  end

  diagnostics(1)
  local fixes = ask('codeAction', {
    textDocument = { uri = vim.uri_from_bufnr(buf) },
    range = { start = { line = 5, character = 0 }, ['end'] = { line = 5, character = 4 } },
    context = { diagnostics = { {
      range = { start = { line = 5, character = 8 }, ['end'] = { line = 5, character = 13 } },
      severity = 2, code = 'unknown-key', source = 'astragal', message = '', data = 'effect',
    } } },
  })
  say('fixes', #fixes)

  -- A line behind a character of two units in UTF-16, edited by keys.
  vim.api.nvim_win_set_cursor(0, { 5, 0 })
  vim.cmd('normal! A # 🐉 end')
  vim.api.nvim_buf_set_lines(buf, 5, 6, true, { '  pay: {effect: [{op: add, var: gold, amount: 1}]}' })
  diagnostics(0)
  say('hover', (ask('hover', position(6, 'gold')).contents.value:gsub('\n', ' ')))
  local def = ask('definition', position(6, 'gold'))
  say('definition', def[1].range.start.line + 1, def[1].range.start.character + 1)
  local list = ask('completion', position(6, 'op: ', true))
  local words = {}
  for _, item in ipairs(list.items) do words[item.label] = true end
  say('completion', tostring(words.choose), tostring(words.sequence))
  local symbols = ask('documentSymbol', { textDocument = { uri = vim.uri_from_bufnr(buf) } })
  for _, s in ipairs(symbols) do say('symbol', s.name, #(s.children or {})) end
  local change = ask('rename', vim.tbl_extend('force', position(6, 'gold'), { newName = 'coins' }))
  vim.lsp.util.apply_workspace_edit(change, client.offset_encoding)
  diagnostics(0)
  for _, line in ipairs(vim.api.nvim_buf_get_lines(buf, 0, -1, true)) do say('|', line) end
  client.stop()
  assert(vim.wait(20000, function() return client.is_stopped() end), 'does not stop')
end)
vim.fn.writefile(out, vim.env.RESULT)
if not ok then
  io.stderr:write(tostring(err) .. '\n')
  vim.cmd('cquit! 1')
end
vim.cmd('qall!')

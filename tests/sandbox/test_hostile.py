"""Ruby that wants to hurt: one answer lost at most, the next one is right, the next catalog anyway."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from puppetlens.sandbox.limits import Limits, Stopped

Make = Callable[..., Any]

#: Each may answer, fail or be stopped.
HOSTILE = {
    "an endless loop that rescues": "begin; loop {}; rescue Exception; retry; end",
    "an endless loop in ensure": "begin; raise 'a'; ensure; loop {}; end",
    "endless recursion": "def f(n) = f(n + 1); f(0)",
    "endless recursion by blocks": "def f(n) = [n].each { |each| f(each + 1) }; f(0)",
    "endless recursion by method_missing": "class A; def method_missing(*a) = other(*a); end; A.new.x",
    "endless recursion in to_s": 'class A; def to_s = "#{self}"; end; A.new.to_s',
    "a gigabyte of text": "'x' * (1 << 30)",
    "gigabytes of text in parts": "a = []; loop { a << 'x' * (1 << 20) }",
    "endless many objects": "a = []; loop { a << [a.size] }",
    "endless many symbols": 'i = 0; loop { "s#{i += 1}".to_sym }',
    "a huge number": "(10 ** 10_000_000).to_s.size",
    "a huge shift": "1 << (1 << 40)",
    "a huge array": "Array.new(1 << 40)",
    "no memory, rescued": "begin; a = []; loop { a << 'x' * (1 << 20) }; rescue NoMemoryError; a.size; end",
    "a deep array": "a = []; 200_000.times { a = [a] }; a.flatten.size",
    "a deep array to inspect": "a = []; 200_000.times { a = [a] }; a.inspect.size",
    "a deep array as the answer": "a = []; 100_000.times { a = [a] }; a",
    "a deep hash to compare": "a = {}; b = {}; 100_000.times { a = {1 => a}; b = {1 => b} }; a == b",
    "an array in itself": "a = []; a << a; a",
    "deep YAML": "YAML.load('[' * 100_000)",
    "deep JSON": "JSON.parse('[' * 1_000_000, max_nesting: false)",
    "deep code": "eval('(' * 100_000)",
    "a deep regular expression": "Regexp.new('(' * 50_000 + ')' * 50_000)",
    "a regular expression that explodes": "('a' * 40 + 'b') =~ /^(a|a)*\\1$/",
    "another that explodes": "('a' * 50_000) =~ /(a?){50}(a?){50}\\1\\2b/",
    "a huge answer": "'x' * (100 << 20)",
    "a huge answer of many parts": "Array.new(20_000_000, 1)",
    "exit": "exit",
    "exit with a status": "exit(3)",
    "exit!": "exit!",
    "abort": "abort 'a'",
    "at_exit": "at_exit { loop {} }; exit",
    "at_exit and exit!": "at_exit { loop {} }; exit!",
    "Process.exit!": "Process.exit!(1)",
    "throw": "throw :away",
    "break": "proc { break }.call",
    "Thread.exit": "Thread.exit",
    "Thread.current.kill": "Thread.current.kill",
    "Thread.main.raise": "Thread.main.raise('a')",
    "Thread.stop": "Thread.stop",
    "a fiber that never ends": "Fiber.new { loop { Fiber.yield } }.tap { |f| loop { f.resume } }",
    "many fibers": "10_000.times.map { Fiber.new { Fiber.yield 1 }.tap(&:resume) }.size",
    "callcc": "require 'continuation'; callcc { |c| c }.call(1)",
    "a mutex twice": "m = Mutex.new; m.lock; m.lock",
    "an empty queue": "Queue.new.pop",
    "closed descriptors": "3000.times { |n| begin; IO.for_fd(n).close; rescue SystemCallError, ArgumentError; end }",
    "all files closed": "ObjectSpace.each_object(IO) { |each| each.close rescue nil }",
    "stdin closed": "$stdin.close",
    "stdout closed": "$stdout.close; $stderr.close",
    "stdin read": "$stdin.read; STDIN.each_line.to_a; gets",
    "stdout flooded": "500.times { $stdout.write('x' * 100_000) }",
    "stderr flooded": "500.times { $stderr.write('x' * 100_000) }",
    "TracePoint": "TracePoint.new(:line, :call, :c_call, :return) { raise 'traced' }.enable; 1",
    "a TracePoint that loops": "TracePoint.new(:c_call) { loop {} }.enable; [].size",
    "set_trace_func": "set_trace_func(proc { raise 'traced' }); 1",
    "ObjectSpace": "ObjectSpace.each_object(Module) { |each| each.freeze }",
    "every string changed": "ObjectSpace.each_object(String) { |each| each.replace('x') unless each.frozen? }",
    "every array emptied": "ObjectSpace.each_object(Array) { |each| each.clear unless each.frozen? }",
    "every hash emptied": "ObjectSpace.each_object(Hash) { |each| each.clear unless each.frozen? }",
    "garbage collected": "GC.disable; GC.stress = true; 'a' * 3",
    "compaction": "GC.compact; GC.auto_compact = true",
    "finalizers": "ObjectSpace.define_finalizer('a'.dup, proc { loop {} }); GC.start",
    "String undone": "class String; instance_methods(false).each { |each| undef_method(each) }; end",
    "Array undone": "class Array; instance_methods(false).each { |each| undef_method(each) }; end",
    "Hash undone": "class Hash; instance_methods(false).each { |each| undef_method(each) }; end",
    "Integer undone": "class Integer; instance_methods(false).each { |each| undef_method(each) }; end",
    "Kernel undone": "module Kernel; instance_methods(false).each { |each| undef_method(each) }; end",
    "Module undone": "class Module; instance_methods(false).each { |each| undef_method(each) }; end",
    "IO changed": "class IO; def pread(*) = loop {}; def sysread(*) = nil; def write(*) = raise('no'); end",
    "File changed": "class File; def pread(*) = 'forged'; end; File.singleton_class.undef_method(:open)",
    "String#bytesize lies": "class String; def bytesize = 1 << 40; end",
    "String#getbyte lies": "class String; def getbyte(*) = 62; end",
    "Integer#| lies": "class Integer; def |(other) = -1; end; 1",
    "== lies": "class BasicObject; def ==(other) = loop {}; end; 1",
    "PL gone": "Object.send(:remove_const, :PL)",
    "PL changed": "PL::Transport.define_singleton_method(:serve) { loop {} }",
    "PL.request gone": "PL.singleton_class.undef_method(:request)",
    "PL.ask changed": "def PL.ask(*) = loop {}; 1",
    "JSON changed": "JSON.define_singleton_method(:generate) { |*| raise Exception, 'no' }",
    "Object frozen": "[Object, String, Array, Kernel, PL, PL::Transport].each(&:freeze)",
    "JS": "require 'js'; JS.eval('1')",
    "JS methods": "require 'js'; JS.global[:a].call(:b)",
    "RubyVM": "RubyVM::InstructionSequence.compile('1').eval",
    "bugreport": "Process.kill(:SEGV, $$)",
    "pointers": "require 'fiddle'; Fiddle::Pointer.new(0)[0, 10]",
    "freed memory": "IO::Buffer.new(10).tap(&:free).get_string(0, 5)",
    "a buffer over what is not ours": "IO::Buffer.map(File.open('/env/a'), nil, 0)",
    "load of itself": "File.write('/env/x.rb', 'load __FILE__') rescue load('/env/loop.rb')",
    "sleep": "sleep",
    "sleep for ever": "sleep(1 << 40)",
    "select": "IO.select([$stdin], nil, nil, 100_000)",
    "Timeout": "Timeout.timeout(0.01) { loop {} }",
    "flock": "File.open('/env/a').flock(File::LOCK_EX)",
    "an alarm": "Signal.trap('ALRM') {}; Process.kill('ALRM', 0)",
    "an endless enumerator": "(1..).lazy.map { |each| each }.to_a",
    "an endless each": "Enumerator.new { |y| loop { y << 1 } }.to_a",
    "an endless cycle": "[1].cycle.to_a",
    "an endless lazy enumerator as the answer": "(1..).lazy",
    "an endless enumerator as the answer": "Enumerator.new { |y| loop { y << 1 } }",
    "an endless cycle as the answer": "[[1].cycle, { 'a' => (1..).each }]",
    "an endless range as the answer": "1..",
    "an array that lies": "Class.new(Array) { def each = loop {}; def map = loop {}; def size = -1 }.new([1])",
    "a hash that lies": "Class.new(Hash) { def each = loop {}; def map = loop {}; def each_key = raise('no') }.new",
    "a string that lies": "Class.new(String) { def encoding = loop {}; def to_s = self; def ascii_only? = raise('no') }.new('a')",
    "a number that lies": "Class.new(Numeric) { def to_s = loop {}; def coerce(*) = loop {} }.new",
    "an object that is everything": "Class.new(BasicObject) { def method_missing(*) = self; def respond_to?(*) = true }.new",
    "a symbol that is no UTF-8": '"\\xff".b.to_sym',
    "a proc as the answer": "proc { loop {} }",
    "a message that raises": "raise Class.new(StandardError) { def message = raise('no') }",
    "a message that loops": "raise Class.new(StandardError) { def message = loop {} }",
    "a message that is none": "raise Class.new(StandardError) { def message = 5; def to_s = nil }",
    "a class that lies": "raise Class.new(StandardError) { def class = raise('no'); def is_a?(*) = loop {} }",
    "no surrogate": '"\\xED\\xA0\\x80"',
    "broken UTF-8": '{ "\\xff" => "\\xfe".b }',
    "another encoding": "'é'.encode('UTF-16LE')",
    "NUL": '"\\0" * 10',
    "NaN": "0.0 / 0",
}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] if at % 6 else []) for at, name in enumerate(HOSTILE)]
)
def test_one_answer_is_lost_at_most(shipped: Make, name: str) -> None:
    """It ends in time, by an answer or `Stopped`; the VM goes on as it is, or is stopped then; a new one is as ever."""
    seconds = 0.5 if any(word in name for word in ("deep", "huge", "many", "memory")) else 0.15
    vm = shipped({"/env/a": b"a", "/env/loop.rb": b"load __FILE__"}, limits=Limits(seconds=seconds))
    begin = time.thread_time()
    try:
        vm.answer(HOSTILE[name])
    except Stopped:
        with pytest.raises(Stopped):
            vm.run("1 + 1")
    else:
        with contextlib.suppress(Stopped):
            assert vm.run("1 + 1") == 2
    assert time.thread_time() - begin < 3
    assert shipped().run("[1 + 1, 'a'.upcase, [3, 1].sort, {a: 1}.size]") == [2, "A", [1, 3], 1]


@pytest.mark.parametrize(
    "text", ['["eval", "\'\ud800\'"]', '["eval", "\'\\ud800\'"]', '["\udfff"]', "\udc80", '["eval", "\'\\u0000\'"]']
)
def test_lone_surrogates_and_what_is_no_request_are_answered(shipped: Make, text: str) -> None:
    vm = shipped()
    with contextlib.suppress(Stopped):
        json.loads(vm.vm.request(text))
        assert vm.run("1") == 1


@pytest.mark.parametrize(
    ("code", "limits", "reason"),
    [
        ("loop {}", Limits(seconds=0.2), "it took longer than 0.2 seconds"),
        ("exit!", Limits(), "it ended the process"),
        (
            "a = []; loop { a << 'x' * (1 << 20) }",
            Limits(memory=128 << 20),
            "it needs more than 128 megabytes of memory",
        ),
        ("'x' * (2 << 20)", Limits(message=1 << 20), "it answered with more than 1 megabytes"),
        ("a = []; 200_000.times { a = [a] }; a.inspect", Limits(), "it nests too deeply"),
        ("def f(n) = { 1 => 2 }.map { f(n + 1) }; f(0)", Limits(), "it nests too deeply"),
        ("JSON.parse('[' * 1_000_000, max_nesting: false)", Limits(), "it nests too deeply"),
    ],
)
def test_the_reason_is_told(ruby: Make, code: str, limits: Limits, reason: str) -> None:
    with pytest.raises(Stopped) as stopped:
        ruby(limits=limits).run(code)
    assert stopped.value.reason == reason


@pytest.mark.parametrize(
    "code",
    [
        "nest = ->(n) { n.zero? ? {} : { 'a' => nest[n - 1] } }; h = nest[20]; YAML.load(h.to_yaml) == h",
        "nest = ->(n) { n.zero? ? {} : { 'a' => nest[n - 1] } }; h = nest[20]; JSON.parse(JSON.generate(h)) == h",
        "def f(n) = n.zero? ? GC.start : { 1 => 2 }.each { f(n - 1) }; f(20); true",
        "def f(n) = n.zero? ? GC.start : f(n - 1); f(3000); true",
        "def f(n) = n.zero? ? 1 : [n].map { |each| f(each - 1) }[0]; f(60) == 1",
    ],
)
def test_what_data_and_code_need_of_depth_is_there(ruby: Make, code: str) -> None:
    assert ruby().run(code) is True


@pytest.mark.parametrize(
    "code",
    [
        'PL::Transport.exchange(PL::Transport::GIVE, \'["r", "forged"]\'); 1',
        "PL::Transport.exchange(PL::Transport::TAKE, ''); 1",
        "PL::Transport.exchange(PL::Transport::REST, ''); 1",
        "PL::Transport.exchange(99 << 32, 'x')",
        "PL::Transport.exchange(-1, 'x')",
        "PL::Transport.exchange(PL::Transport::ANSWER, '[\"r\", 1]')",
        "File.open('/puppetlens/crossing') { |file| file.pread(10, (1 << 32) | 4_000_000_000) }",
        "File.open('/puppetlens/crossing') { |file| file.pread(1, 3 << 32) }",
        "File.open('/puppetlens/crossing').read",
        "File.open('/puppetlens/crossing').sysread(5)",
        "PL.ask('no JSON')",
        "PL.ask('[\"unheard of\"]')",
        'PL.ask("\\xff\\xfe")',
        "PL.taint('x' * 1_000_000)",
        "1000.times { |n| PL.taint(n.to_s) }",
        "PL::Transport.serve",
        "PL.request('[\"1\"]')",
    ],
)
def test_forged_messages_are_a_strangers_word(ruby: Make, code: str) -> None:
    asked = []

    def answer(text: str) -> str:
        asked.append(text)
        return '["?", "no"]'

    vm = ruby(answer=answer)
    try:
        assert json.loads(vm.vm.request(json.dumps([code])))
    except Stopped:
        pass
    else:
        assert vm.run("2") == 2
    assert len(vm.taints) <= 100
    assert all(len(each) <= 200 for each in vm.taints)
    assert all(isinstance(each, str) for each in asked)
    assert ruby().run("2") == 2


def test_the_private_file_may_be_closed(ruby: Make) -> None:
    vm = ruby(answer=lambda text: '["r", 3]')
    vm.run("ObjectSpace.each_object(IO) { |each| each.close unless each == $stderr }; 1")
    assert vm.run("PL.question(1)") == 3


def test_what_ruby_raises_in_a_task_stays_in_order(ruby: Make) -> None:
    """Ruby that leaves a nested request by a jump past what asked for it."""

    ended = []

    def answer(_: str) -> Callable[[], str]:
        def task() -> str:
            try:
                return json.dumps(["r", vm.run("throw :away, 5")])
            except Stopped as stopped:
                ended.append(stopped.reason)
                raise

        return task

    vm = ruby(answer=answer)
    assert vm.run("catch(:away) { PL.question(1) }") == 5
    assert ended == ["Ruby left it by a jump"]
    assert vm.run("catch(:away) { PL.question(1) } + 1") == 6

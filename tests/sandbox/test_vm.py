"""Requests, questions, nesting, limits, and that no VM knows what another did."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from puppetlens.base.cancellation import CancellationToken
from puppetlens.base.errors import Cancelled
from puppetlens.sandbox.limits import Limits, Stopped

Make = Callable[..., Any]


def test_ruby_answers(ruby: Make) -> None:
    assert ruby().run("[RUBY_VERSION[0, 3], 1 + 1, 'é'.upcase, {'a' => nil}]") == ["3.2", 2, "É", {"a": None}]


def test_an_answer_in_place_comes_back_on_the_same_thread(ruby: Make) -> None:
    threads = set()

    def answer(text: str) -> str:
        threads.add(threading.get_ident())
        return json.dumps(["r", [*json.loads(text), "answered"]])

    assert ruby(answer=answer).run("PL.question('lookupvar', 1)") == ["lookupvar", 1, "answered"]
    assert threads == {threading.get_ident()}


def test_long_texts_cross_whole_in_all_directions(ruby: Make) -> None:
    """Around the room for one piece, 64 KiB, and multiples of it."""
    vm = ruby(answer=lambda text: text)
    for size in [0, 1, *range(65_525, 65_540), 131_059, 131_060, 131_061, 131_072, 1_000_000]:
        assert vm.run(f"PL.ask(JSON.generate(['r', 'é' + 'x' * {size}])).bytesize") >= size + 8
        assert vm.run(f"PL.question('r', 'x' * {size}).size") == size
        assert vm.run(f"'x' * {size}") == "x" * size
        assert vm.run(f"'{'x' * size}'.size") == size


def test_ruby_and_puppet_nest_to_any_depth(ruby: Make) -> None:
    """Each level asks for a task, which requests the next level."""
    threads = set()

    def answer(text: str) -> Callable[[], str]:
        (depth,) = json.loads(text)

        def task() -> str:
            threads.add(threading.get_ident())
            inner = vm.run(f"PL.question({depth - 1}) + [{depth}]") if depth else []
            return json.dumps(["r", inner])

        return task

    vm = ruby(answer=answer)
    assert vm.run("PL.question(40)") == list(range(1, 41))
    assert len(threads) == 1
    assert threading.get_ident() not in threads
    assert vm.run("1") == 1


def test_a_task_may_ask_ruby_several_times_and_ruby_keeps_its_blocks(ruby: Make) -> None:
    def answer(_: str) -> Callable[[], str]:
        return lambda: json.dumps(["r", [vm.run(f"$block.call({number})") for number in range(3)]])

    vm = ruby(answer=answer)
    assert vm.run("here = 10; $block = ->(n) { here += n }; [PL.question('each'), here]") == [[10, 11, 13], 13]


class Odd(Exception):
    pass


@pytest.mark.parametrize("in_place", [True, False])
def test_what_an_answer_raises_comes_out_and_ends_the_vm(ruby: Make, in_place: bool) -> None:
    def fail() -> str:
        raise Odd

    vm = ruby(answer=lambda text: fail() if in_place else fail)
    with pytest.raises(Odd):
        vm.run("begin; PL.question(1); rescue Exception; 'rescued'; end")
    with pytest.raises(Stopped):
        vm.run("1")


def test_all_that_waits_for_a_vm_that_ends_is_told(ruby: Make) -> None:
    told = []

    def answer(_: str) -> Callable[[], str]:
        def task() -> str:
            try:
                return json.dumps(["r", vm.run("$depth = $depth.to_i + 1; $depth == 5 ? exit!(1) : PL.question(0)")])
            except Stopped as stopped:
                told.append(stopped.reason)
                raise

        return task

    vm = ruby(answer=answer)
    with pytest.raises(Stopped):
        vm.run("PL.question(0)")
    assert told == ["it ended the process"] * 5


def test_an_endless_loop_stops(ruby: Make) -> None:
    begin = time.monotonic()
    with pytest.raises(Stopped, match=r"longer than 0\.2 seconds"):
        ruby(limits=Limits(seconds=0.2)).run("begin; loop {}; rescue Exception; retry; end")
    assert time.monotonic() - begin < 3


@pytest.mark.slow
def test_time_that_puppet_takes_is_not_rubys(ruby: Make) -> None:
    def slow(_: str) -> Callable[[], str]:
        def task() -> str:
            end = time.thread_time() + 0.4
            while time.thread_time() < end:
                pass
            return '["r", 1]'

        return task

    assert ruby(answer=slow, limits=Limits(seconds=0.2)).run("PL.question(0)") == 1


def test_a_cancelled_evaluation_ends_in_ruby_too(ruby: Make) -> None:
    token = CancellationToken()
    threading.Timer(0.1, token.cancel).start()
    with pytest.raises(Cancelled):
        ruby(token=token).run("loop {}")


def test_no_vm_knows_what_another_did(ruby: Make) -> None:
    assert ruby().run("class String; def upcase = 'changed'; end; $seen = 1; 'a'.upcase") == "changed"
    assert ruby().run("['a'.upcase, $seen]") == ["A", None]


def test_results_repeat(ruby: Make) -> None:
    code = "['a'.hash, Object.new.object_id, Process.clock_gettime(Process::CLOCK_MONOTONIC).to_f, {}.to_s]"
    one, other = ruby(), ruby()
    assert one.run(code) == other.run(code)


def test_a_new_vm_is_there_at_once(ruby: Make) -> None:
    """100 ms is what is asked for; it takes about one."""
    ruby().run("1")
    begin = time.monotonic()
    for _ in range(10):
        assert ruby().run("1") == 1
    assert (time.monotonic() - begin) / 10 < 0.1


def test_crossings_are_short(ruby: Make) -> None:
    """A tenth of a millisecond is what is asked for, each; they take 10 to 20 microseconds."""
    vm = ruby(answer=lambda text: '["r", 1]')
    begin = time.thread_time()
    for _ in range(200):
        vm.vm.request("[1]")
    assert (time.thread_time() - begin) / 200 < 0.0005
    begin = time.thread_time()
    vm.run("1000.times { PL.question('lookupvar', 'a') }")
    assert (time.thread_time() - begin) / 1000 < 0.0005


@pytest.mark.parametrize(
    ("code", "changed"),
    [
        ("class String; def upcase = 'x'; end", True),
        ("Array.class_eval { def second = self[1] }", True),
        ("Hash.define_method(:deep) { 1 }", True),
        ("class Integer; undef_method :succ; end", True),
        ("class Integer; remove_method :succ; end", True),
        ("def File.exist?(*) = true", True),
        ("JSON.define_singleton_method(:parse) { |*| 1 }", True),
        ("String.prepend(Module.new { def upcase = 'x' })", True),
        ("String.include(Module.new { def other = 'x' })", True),
        ("String.extend(Module.new { def other = 'x' })", True),
        ("module Kernel; alias odd rand; end", True),
        ("class Mine; def own = 1; def self.own = 2; include Comparable; end; Mine.new.own", False),
        ("module Mine; module_function; def own = 1; end; Mine.own", False),
        ("Class.new(String) { def upcase = 'x' }.new('a').upcase", False),
        ("o = Object.new; def o.own = 1; o.extend(Comparable); o.own", False),
        ("Struct.new(:a).new(1).a", False),
        ("require 'ostruct'; OpenStruct.new(a: 1).a", False),
        ("ERB.new('<%= 1 %>').result", False),
        ("[3, 1].sort.map(&:to_s)", False),
        ("PL.reading { String.define_method(:own) { 1 } }", False),
    ],
)
def test_it_is_known_whether_code_changed_what_all_code_shares(ruby: Make, code: str, changed: bool) -> None:
    vm = ruby()
    vm.run(f"{code}; 1")
    assert vm.vm.changed is changed

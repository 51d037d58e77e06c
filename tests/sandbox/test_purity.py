"""What a result depends on besides the environment is noted, also where the code rescues; the rest is not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Make = Callable[..., Any]

IMPURE = [
    ("Time.now.year", "reads the clock"),
    ("Date.today", "reads the clock"),
    ("Time.parse('10:20')", "reads the clock"),
    ("Time.parse('Aug 31 10:20 +0200')", "reads the clock"),
    ("Time.strptime('10', '%H')", "reads the clock"),
    ("Process.clock_gettime(Process::CLOCK_REALTIME)", "reads the clock"),
    ("rand(5)", "uses randomness"),
    ("Kernel.rand", "uses randomness"),
    ("Random.rand(3)", "uses randomness"),
    ("Random.new.rand", "uses randomness"),
    ("Random.new_seed", "uses randomness"),
    ("Random.urandom(3)", "uses randomness"),
    ("[1, 2].shuffle", "uses randomness"),
    ("[1, 2].sample(1)", "uses randomness"),
    ("SecureRandom.hex(3)", "uses randomness"),
    ("srand; rand", "uses randomness"),
    ("old = srand(4); srand(old); rand", "uses randomness"),
    ("sleep 3", "sleeps"),
    ("ENV['HOME']", "reads the environment variable HOME"),
    ("ENV.fetch('HOME', 1)", "reads the environment variable HOME"),
    ("ENV.values_at('STDLIB_LOG_DEPRECATIONS', 'PATH')", "reads the environment variable PATH"),
    ("ENV.to_h", "reads the environment variables"),
    ("system('ls', '-l')", "runs the program ls"),
    ("Kernel.system('ls')", "runs the program ls"),
    ("`ls -l`", "runs the program ls"),
    ("%x(id)", "runs the program id"),
    ("exec 'ls'", "runs the program ls"),
    ("spawn({'A' => 'b'}, 'ls')", "runs the program ls"),
    ("Process.spawn('ls')", "runs the program ls"),
    ("IO.popen('ls')", "runs the program ls"),
    ("IO.popen(['ls', '-l'])", "runs the program ls"),
    ("open('|ls')", "runs the program ls"),
    ("IO.read('|ls')", "runs the program ls"),
    ("Open3.capture2('ls')", "runs the program ls"),
    ("fork { 1 }", "starts a process"),
    ("Process.wait", "starts a process, or waits for one"),
    ("Process.kill('KILL', 1)", "sends a signal"),
    ("Process.getpgid(0)", "asks about this process"),
    ("Etc.nprocessors", "asks about this machine"),
    ("Etc.uname", "asks about this machine"),
    ("GC.stat[:count]", "asks about this process"),
    ("ObjectSpace.count_objects", "asks about this process"),
    ("ObjectSpace.each_object(Class).count", "asks about this process"),
    ("$PROGRAM_NAME.to_s", "asks about this process"),
    ("Dir.pwd", "reads the folder that the server runs in"),
    ("File.expand_path('x')", "reads the folder that the server runs in"),
    ("'a'.object_id", "reads the address of an object"),
    ("File.stat('/env/a').uid", "reads the owner or the mode"),
    ("File.stat('/env/a').inspect", "reads the owner or the mode"),
    ("File.owned?('/env/a')", "reads the owner or the mode"),
    ("File.executable?('/env/a')", "reads the owner or the mode"),
    ('"#{RUBY_PLATFORM}"', "reads the version of the Ruby"),
    ("RUBY_PLATFORM =~ /x86/", "reads the version of the Ruby"),
    ("RUBY_VERSION[0, 3].to_f.to_s", "reads the version of the Ruby"),
    ("RUBY_VERSION >= '3.0'", "reads the version of the Ruby"),
    ("RbConfig::CONFIG['host_os'].to_s", "reads the configuration of the Ruby"),
    ("RbConfig::CONFIG['bindir']", "reads the configuration of the Ruby"),
    ("Encoding.find('locale').to_s", "reads the environment variable LANG"),
    ("Process.clock_gettime(Process::CLOCK_MONOTONIC).to_s", "reads the clock"),
    ("(Process.clock_gettime(Process::CLOCK_MONOTONIC) * 1000).round", "reads the clock"),
    ("'%d' % Benchmark.realtime { 1 }", "reads the clock"),
    ("Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID)", "reads the clock"),
    ("Time.at(0).hour", "reads the time zone"),
    ("Time.at(0).to_s", "reads the time zone"),
    ("Time.at(0).strftime('%F')", "reads the time zone"),
    ("Time.local(2020, 1, 1).to_i", "reads the time zone"),
    ("Time.parse('2020-01-02 03:04:05').to_i", "reads the time zone"),
    ("Time.new(2020, 1, 1) - Time.at(0)", "reads the time zone"),
    ("Time.parse('Thu Nov 29 14:33:20 2001 GMT').to_i", "reads the time zone"),  # it does not see this zone
    ("Process.pid", "asks about this process"),
    ("$$ + 1", "asks about this process"),
    ('"#{$$}"', "asks about this process"),
    ("Dir.home", "asks for the users of this machine"),
    ("File.expand_path('~/a')", "asks for the users of this machine"),
    ("Etc.getpwnam('root')", "asks for the users of this machine"),
    ("Thread.new { 1 }.value", "starts a thread"),
    ("Ractor.new { 1 }.take", "starts a thread"),
    ("TCPSocket.new('localhost', 80)", "opens a connection"),
    ("Net::HTTP.get(URI('http://localhost/'))", "opens a connection"),
    ("Socket.gethostname", "reads the name of this machine"),
    ("Resolv.getaddress('example.org')", "reads /etc/hosts"),
    ("IPSocket.getaddress('localhost')", "asks for addresses in the network"),
    ("File.mtime('/env/a')", "reads the time of a file"),
    ("File.stat('/env/a').mtime", "reads the time of a file"),
    ("$stdin.read", "reads its standard input"),
    ("gets", "reads its standard input"),
]


@pytest.mark.parametrize(("code", "taint"), IMPURE)
def test_impurity_is_noted_whatever_the_code_makes_of_it(ruby: Make, code: str, taint: str) -> None:
    vm = ruby({"/env/a": b""})
    assert vm.run(f"begin; {code}; rescue Exception; end; 1") == 1
    assert any(each.startswith(taint) for each in vm.taints), vm.taints


PURE = [
    ("ENV['STDLIB_LOG_DEPRECATIONS']", None),
    ("ENV.fetch('STDLIB_LOG_DEPRECATIONS', 'HOME')", "HOME"),
    ("Time.at(0).utc.year", 1970),
    ("Time.utc(2020, 2, 3).strftime('%F')", "2020-02-03"),
    ("Time.parse('2020-01-02 03:04:05').year", 2020),
    ("Time.parse('2020-01-02 03:04:05') - Time.local(2020, 1, 2)", 11045.0),
    ("Time.new(2020, 1, 1).strftime('%F %a')", "2020-01-01 Wed"),
    ("Time.at(7).utc.to_s", "1970-01-01 00:00:07 UTC"),
    ("Time.at(7) > Time.at(3)", True),
    ("Time.parse('Thu, 29 Nov 2001 14:33:20 GMT').to_i", 1007044400),
    ("Time.parse('2020-01-02T03:04:05+02:00').to_i", 1577927045),
    ("Time.iso8601('2020-01-02T03:04:05Z').to_s", "2020-01-02 03:04:05 UTC"),
    ("Time.strptime('1600000000', '%s').utc.to_s", "2020-09-13 12:26:40 UTC"),
    ("Time.strptime('2020-01-02', '%Y-%m-%d').yday", 2),
    ("[File, Dir, FileTest].map { |each| each.exist?('') }", [False, False, False]),
    ("%i[read open new].map { |each| File.send(each, '') rescue $!.message }",
     ["No such file or directory @ rb_sysopen - "] * 3),
    ("Random.new(42).rand(1000)", 102),
    ("srand(42); [rand(1000), rand(1000)]", [102, 435]),
    ("[1, 2, 3, 4].shuffle(random: Random.new(42))", [2, 4, 1, 3]),
    ("Timeout.timeout(5) { 3 }", 3),
    ("IPAddr.new('10.0.0.0/8').include?(IPAddr.new('10.1.2.3'))", True),
    ("URI.parse('https://a.example/b?c').path", "/b"),
    ("Mutex.new.synchronize { Queue.new.push(1).size }", 1),
    ("Digest::SHA256.hexdigest('a')[0, 8]", "ca978112"),
    ("YAML.load('a: [1, x]')", {"a": [1, "x"]}),
    ("Comparable.instance_method(:clamp).name.to_s", "clamp"),
    ("Process.clock_gettime(Process::CLOCK_MONOTONIC).is_a?(Float)", True),
    ("$stderr.puts('a'); puts 'b'; warn 'c'; 1", 1),
    ("open('/env/a') { |file| file.read }", "text"),
    ("IO.read('/env/a')", "text"),
    ("[__FILE__ == $0, __method__.inspect]", [False, "nil"]),
    ("[RUBY_PLATFORM == 'java', RUBY_PLATFORM =~ /mingw/, RUBY_PLATFORM.include?('linux')]", [False, None, True]),
    ("case RUBY_PLATFORM when /darwin|mswin/ then 1 else 2 end", 2),
    ("[RUBY_VERSION >= '1.9', RUBY_VERSION =~ /^1/, RUBY_VERSION.to_f < 1.9]", [True, None, False]),
    ("RbConfig::CONFIG['host_os'] =~ /mswin|mingw/", None),
    ("a = Process.clock_gettime(Process::CLOCK_MONOTONIC); Process.clock_gettime(Process::CLOCK_MONOTONIC) - a < 60", True),
    ("{ 'a' => 1, [1, 'b'] => 2 }[[1, 'b']]", 2),
    ("[1.size, (2**40).size, (2**80).size, nil.object_id, 5.object_id]", [8, 8, 11, 8, 11]),
    ("[[1].pack('l!').size, [1].pack('J').size, [1, 2].pack('jL_').unpack('q*')]", [8, 8, [1, 2]]),
    ("File.open('/env/a') { |file| [file.flock(File::LOCK_SH), file.read] }", [0, "text"]),
    ("[File.stat('/env/a').size, File.stat('/env/a').file?, File.readable?('/env/a')]", [4, True, True]),
    ("File.expand_path('../x', '/env/a')", "/env/x"),
    ("[Etc.systmpdir, Etc.sysconfdir]", ["/tmp", "/etc"]),
]  # fmt: skip


@pytest.mark.parametrize(("code", "value"), PURE)
def test_what_repeats_everywhere_is_no_impurity(ruby: Make, code: str, value: object) -> None:
    vm = ruby({"/env/a": b"text"})
    assert vm.run(code) == value
    assert not vm.taints

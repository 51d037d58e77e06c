# frozen_string_literal: true

# What `require 'socket'` gives: its names, so that ipaddr, resolv and net/http load, and no connection.
class SocketError < StandardError; end

# The names that code mentions; whatever would connect, listen or resolve is refused.
class BasicSocket < IO
  class << self
    def refused(*) = PL.refuse('opens a connection')
    %i[new open for_fd socketpair pair do_not_reverse_lookup=].each { |each| alias_method each, :refused }
    def do_not_reverse_lookup = true
  end
end

class Socket < BasicSocket
  # Numbers as on Linux.
  module Constants
    { AF_UNSPEC: 0, AF_UNIX: 1, AF_INET: 2, AF_INET6: 10, PF_UNSPEC: 0, PF_INET: 2, PF_INET6: 10, SOCK_STREAM: 1,
      SOCK_DGRAM: 2, SOL_SOCKET: 1, SO_REUSEADDR: 2, SO_KEEPALIVE: 9, IPPROTO_TCP: 6, IPPROTO_UDP: 17, TCP_NODELAY: 1,
      INADDR_ANY: 0, AI_PASSIVE: 1, NI_NUMERICHOST: 1, SOMAXCONN: 4096 }.each { |name, number| const_set(name, number) }
  end
  include Constants
  Constants.constants.each { |each| const_set(each, Constants.const_get(each)) }

  class ResolutionError < SocketError; end

  class << self
    def resolved(*) = PL.refuse('asks for addresses in the network')
    %i[
      getaddrinfo gethostbyname gethostbyaddr getnameinfo ip_address_list getifaddrs getservbyname getservbyport
      sockaddr_in pack_sockaddr_in unpack_sockaddr_in
    ].each { |each| alias_method each, :resolved }
    def gethostname = PL.refuse('reads the name of this machine')
    %i[tcp udp unix tcp_server_sockets udp_server_sockets unix_server_socket tcp_server_loop].each do |each|
      alias_method each, :refused
    end
  end
end

class IPSocket < BasicSocket
  def self.getaddress(*) = PL.refuse('asks for addresses in the network')
end

class TCPSocket < IPSocket
  def self.gethostbyname(*) = PL.refuse('asks for addresses in the network')
end
class TCPServer < TCPSocket; end
class UDPSocket < IPSocket; end
class UNIXSocket < BasicSocket; end
class UNIXServer < UNIXSocket; end

class Addrinfo
  class << self
    def resolved(*) = PL.refuse('asks for addresses in the network')
    %i[new tcp udp ip unix getaddrinfo foreach].each { |each| alias_method each, :resolved }
  end
end

$LOADED_FEATURES.push('socket.rb', 'socket.so', 'io/wait.rb', 'io/nonblock.rb')

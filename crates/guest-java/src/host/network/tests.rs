use super::*;

const SERVER: Address = Address { ip: LOOPBACK, port: 80 };

fn listening(network: &mut Network, backlog: i32) -> i32 {
    let fd = network.socket(0, Protocol::Tcp).unwrap();
    network.bind(fd, SERVER).unwrap();
    network.listen(fd, backlog).unwrap();
    fd
}

fn connected(network: &mut Network, server: i32, thread: u32) -> (i32, i32) {
    let client = network.socket(thread, Protocol::Tcp).unwrap();
    assert_eq!(network.connect(client, SERVER), Ok(Attempt::Done));
    let (accepted, peer) = network.accept(server).unwrap();
    assert_eq!(network.local(client), Ok(peer));
    (client, accepted)
}

fn read(network: &mut Network, fd: i32) -> Result<Vec<u8>, Errno> {
    let mut bytes = [0; 16];
    network.read(fd, &mut bytes).map(|n| bytes[..n].to_vec())
}

#[test]
fn bytes_pass_and_the_end_comes_behind_them() {
    let mut network = Network::default();
    let server = listening(&mut network, 1);
    let (client, accepted) = connected(&mut network, server, 1);
    assert_eq!(read(&mut network, accepted), Err(Errno::EAGAIN));
    assert_eq!(network.write(client, b"abc"), Ok(3));
    assert_eq!((network.read_permits(accepted, 2), network.permits(accepted as u32)), (2, 3));
    network.shutdown(client, Shutdown::Write).unwrap();
    assert_eq!(network.permits(accepted as u32), 4);
    assert_eq!(read(&mut network, accepted), Ok(b"abc".to_vec()));
    assert_eq!(network.read_permits(accepted, 2), 1, "the end counts once");
    assert_eq!(read(&mut network, accepted), Ok(Vec::new()));
    assert_eq!(network.read_permits(accepted, 2), 0);
    assert_eq!(network.write(client, b"x"), Err(Errno::EPIPE));
    assert_eq!(network.write(accepted, b"back"), Ok(4));
    assert_eq!(read(&mut network, client), Ok(b"back".to_vec()));
}

#[test]
fn an_end_that_is_closed_is_noticed() {
    let mut network = Network::default();
    let server = listening(&mut network, 1);
    let (client, accepted) = connected(&mut network, server, 1);
    network.close(accepted).unwrap();
    assert_eq!(read(&mut network, client), Ok(Vec::new()));
    assert_eq!((network.write(client, b"x"), network.write(client, b"x")), (Ok(1), Err(Errno::EPIPE)));
    let (client, accepted) = connected(&mut network, server, 2);
    network.write(client, b"unread").unwrap();
    network.close(accepted).unwrap();
    assert_eq!(read(&mut network, client), Err(Errno::ECONNRESET));
    let (client, accepted) = connected(&mut network, server, 3);
    network.set_option(accepted, (1, 13), 0).unwrap();
    network.close(accepted).unwrap();
    assert_ne!(network.ready(client) & events::ERR, 0);
    assert_eq!(read(&mut network, client), Err(Errno::ECONNRESET));
}

#[test]
fn ports_are_taken_and_given_back() {
    let mut network = Network::default();
    let server = listening(&mut network, 1);
    let second = network.socket(1, Protocol::Tcp).unwrap();
    assert_eq!(network.bind(second, Address { ip: 0, ..SERVER }), Err(Errno::EADDRINUSE));
    assert_eq!(network.bind(second, Address { ip: 0x0a00_0001, port: 1 }), Err(Errno::EADDRNOTAVAIL));
    network.close(server).unwrap();
    assert_eq!(network.connect(second, SERVER), Err(Errno::ECONNREFUSED));
    assert_eq!(network.bind(second, SERVER), Ok(()));
    let third = network.socket(1, Protocol::Udp).unwrap();
    assert_eq!(network.bind(third, SERVER), Ok(()), "the other protocol has ports of its own");
}

#[test]
fn a_full_backlog_makes_clients_wait() {
    let mut network = Network::default();
    let server = listening(&mut network, 0);
    let clients: Vec<i32> = (1..4).map(|thread| network.socket(thread, Protocol::Tcp).unwrap()).collect();
    let attempts: Vec<_> = clients.iter().map(|fd| network.connect(*fd, SERVER).unwrap()).collect();
    assert_eq!(attempts, [Attempt::Done, Attempt::Waits, Attempt::Waits]);
    network.accept(server).unwrap();
    assert_eq!((network.finish_connect(clients[1]), network.finish_connect(clients[2])), (Ok(true), Ok(false)));
    network.close(server).unwrap();
    assert_eq!(network.finish_connect(clients[2]), Err(Errno::ECONNREFUSED));
    assert_eq!(read(&mut network, clients[1]), Err(Errno::ECONNRESET), "made, and never accepted");
}

#[test]
fn datagrams_are_cut_and_connections_choose() {
    let mut network = Network::default();
    let [a, b] = [1, 2].map(|thread| network.socket(thread, Protocol::Udp).unwrap());
    network.bind(a, SERVER).unwrap();
    assert_eq!(network.send(b, b"a long one", SERVER), Ok(10));
    let mut small = [0; 4];
    assert_eq!(network.receive(a, &mut small), Ok((4, network.local(b).unwrap().reached())));
    assert_eq!(&small, b"a lo");
    assert_eq!(network.receive(a, &mut small), Err(Errno::EAGAIN), "the rest is lost");
    network.close(a).unwrap();
    network.connect(b, SERVER).unwrap();
    assert_eq!(network.write(b, b"x"), Ok(1));
    assert_eq!(read(&mut network, b), Err(Errno::ECONNREFUSED));
}

#[test]
fn states_are_the_same_whoever_comes_first() {
    let make = |order: [u32; 2]| {
        let mut network = Network::default();
        listening(&mut network, 5);
        for thread in order {
            let fd = network.socket(thread, Protocol::Tcp).unwrap();
            network.write(fd, b"").unwrap_err();
        }
        network
    };
    let [one, other] = [make([1, 2]), make([2, 1])];
    assert_eq!(one.hash(), other.hash());
    let mut changed = one.clone();
    let fd = *changed.open.keys().next_back().unwrap();
    changed.set_blocking(fd, false).unwrap();
    assert_ne!(changed.hash(), one.hash());
    changed.set_blocking(fd, true).unwrap();
    assert_eq!(changed.hash(), one.hash());
}

#[test]
fn selectors_forget_what_is_closed() {
    let mut network = Network::default();
    let selector = network.selector(0).unwrap();
    let counter = network.counter(0).unwrap();
    let interest = Interest { fd: counter, events: events::IN | events::ONE_SHOT };
    assert_eq!(network.control(selector, 3, interest), Err(Errno::ENOENT));
    assert_eq!(network.control(selector, 1, interest), Ok(()));
    assert_eq!(network.control(selector, 1, interest), Err(Errno::EEXIST));
    assert_eq!(network.ready(counter) & events::IN, 0);
    network.add_to_counter(counter).unwrap();
    assert_eq!((network.ready(counter) & events::IN, network.counted(counter)), (events::IN, 1));
    network.disarm(selector, counter);
    assert_eq!(network.interests(selector), []);
    network.control(selector, 3, interest).unwrap();
    assert_eq!(network.interests(selector), [interest]);
    network.close(counter).unwrap();
    assert_eq!(network.interests(selector), []);
}

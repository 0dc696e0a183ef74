"""What needs no Django: how a delivery is signed, and to which addresses of the network it may go."""

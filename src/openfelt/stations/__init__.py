"""What each station may see: views built from the floor's state.  They hold no rule."""
